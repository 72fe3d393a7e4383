import { addedUnit, type Deciding, type FindUnit } from './added-unit.ts';
import { archived, merged, split, updated } from './edit-units.ts';
import { countsBefore, keptEvidence } from './last-said.ts';
import { standsFor } from './unit-status.ts';
import type { AnyUnit, Confirmation, Unit, UnitDecision, UnitEvidence } from './unit.ts';
import { withLinks } from './with-links.ts';

/** The units that a decision changes, as it leaves them; none where it changes nothing. */
export function afterDecision(find: FindUnit, decision: UnitDecision, by: Deciding): readonly AnyUnit[] {
  switch (decision.do) {
    case 'add': {
      const unit = find(decision.unit.id) ? undefined : addedUnit(find, decision.unit, by);
      return unit ? [unit] : [];
    }
    case 'confirm': {
      const unit = find(decision.unit);
      const after = unit && !('kind' in unit) ? confirmed(unit, decision) : undefined;
      return after ? [after] : [];
    }
    case 'link': {
      const unit = find(decision.unit);
      const links = unit && withLinks(unit, decision.links, find);
      return unit && links ? [{ ...unit, links }] : [];
    }
    case 'split':
      return split(find, decision, by);
    case 'merge':
      return merged(find, decision, by);
    case 'update':
      return updated(find, decision, by);
    default:
      return withStatus(find, decision, by);
  }
}

type StatusDecision = Extract<UnitDecision, { do: 'supersede' | 'tombstone' | 'archive' }>;

function withStatus(find: FindUnit, decision: StatusDecision, by: Deciding): readonly AnyUnit[] {
  const unit = find(decision.unit);
  // Only a person changes a decision of a person.
  if (!unit || (unit.byPerson && !by.byPerson)) return [];
  if (decision.do === 'archive') return archived(find, unit, decision.by, { ...by, reason: 'covered' });
  const mark = { ...unit, byPerson: unit.byPerson || by.byPerson, ...(by.byAgent && { byAgent: true as const }) };
  if (decision.do === 'tombstone') return [tombstoned(mark, decision, by)];
  const newer = find(decision.by);
  if (!newer || 'kind' in newer || 'kind' in unit || !mayBeReplaced(find, unit, newer) || endsAt(find, newer, unit.id)) return [];
  return [{ ...mark, status: { is: 'superseded', by: newer.id, at: newer.knownAt, reason: decision.reason } }];
}

function tombstoned(unit: AnyUnit, { withholds, evidence = [] }: Extract<UnitDecision, { do: 'tombstone' }>, { at }: Deciding): AnyUnit {
  const status = { is: 'tombstoned', at, withholds } as const;
  if ('kind' in unit || evidence.length === 0) return { ...unit, status };
  const others = evidence.filter((one) => !names(unit, one));
  return { ...unit, ...keptEvidence([...unit.evidence, ...others], { ...unit, status }), status };
}

function names(unit: Unit, { eventId, from }: UnitEvidence): boolean {
  return unit.evidence.some((one) => one.eventId === eventId && one.from === from);
}

/**
 * Returns true for a unit that holds, and for one that another replaced later, or replaces on a day to come: the statement
 * in between has come after both.
 */
function mayBeReplaced(find: FindUnit, { id, status }: Unit, by: Unit): boolean {
  if (by.id === id) return false;
  if (status.is !== 'superseded') return status.is === 'current';
  if (status.reason === 'corrected') return false;
  const next = find(status.by);
  return by.knownAt < status.at || (next !== undefined && !('kind' in next) && countsBefore(by, next));
}

/** Returns true where what stands for a unit leads to another one: it cannot stand for that in turn. */
function endsAt(find: FindUnit, unit: AnyUnit, id: string): boolean {
  const seen = new Set<string>();
  const open = [unit];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const by of standsFor(next)) {
      if (by === id) return true;
      const found = seen.has(by) ? undefined : find(by);
      seen.add(by);
      if (found) open.push(found);
    }
  }
  return false;
}

function confirmed(unit: Unit, { evidence, keeps }: Confirmation): Unit | undefined {
  if (names(unit, evidence)) return undefined;
  return {
    ...unit,
    ...keptEvidence([...unit.evidence, evidence], unit, keeps),
    statements: unit.statements + 1,
    knownAt: Math.min(unit.knownAt, evidence.at),
  };
}
