import { isOneAudience, type NewUnit, type StatedFact, type Unit, type UnitDecision, type UnitEvidence } from '@total-recall/domain';
import type { FactReader } from '../consolidator-deps.ts';

/** A unit with what it states. */
export interface KnownFact {
  readonly unit: Pick<Unit, 'id' | 'knownAt' | 'status' | 'byPerson' | 'audience'>;
  readonly stated: StatedFact;
}

/** A fact that an event states, with the unit that it would become. */
export interface FoundFact {
  readonly unit: NewUnit;
  readonly stated: StatedFact;
}

/**
 * Decides what a found fact does to the units of its key: it confirms one, replaces one, was replaced by one that is
 * already known, or stands beside them. A statement never replaces a later one, and statements that come out of order
 * end as those that come in order: each is replaced by the next one in time. Evidence never goes to a unit of another
 * audience, and what replaces a unit is seen by all who see the unit. Source: L2, 000 §8.3.
 */
export function decideFact({ unit, stated }: FoundFact, known: readonly KnownFact[], compare: FactReader['compare']): UnitDecision[] {
  const { at } = unit.evidence;
  const inTime = known.toSorted((a, b) => a.unit.knownAt - b.unit.knownAt);
  const inOrder = (one: KnownFact): ReturnType<FactReader['compare']> =>
    one.unit.knownAt <= at ? compare(one.stated, stated) : compare(stated, one.stated);
  const same = known.filter((one) => isOneAudience(unit, one.unit) && isOpen(one.unit.status) && inOrder(one) === 'same');
  const own = same.find((one) => one.unit.audience === unit.audience);
  // A fact that a person withdrew does not come back because somebody says it once more.
  if (own) return [{ do: 'confirm', unit: own.unit.id, evidence: unit.evidence }];
  // Everybody sees it said already; what one person said is no evidence for all.
  if (same.length > 0) return [];
  const isReplaced = ({ unit: one }: KnownFact): boolean =>
    one.knownAt <= at && !one.byPerson && standsAt(one.status, at) && one.status.is !== 'tombstoned' && isOneAudience(one, unit);
  const reason = stated.ends ? 'ended' : 'later_statement';
  const older = inTime.filter((one) => isReplaced(one) && inOrder(one) === 'supersedes');
  const newer = inTime.find(
    (one) =>
      one.unit.knownAt > at &&
      one.unit.status.is !== 'tombstoned' &&
      one.unit.status.is !== 'archived' &&
      isOneAudience(unit, one.unit) &&
      inOrder(one) === 'supersedes',
  );
  return [
    { do: 'add', unit },
    ...older.map((one): UnitDecision => ({ do: 'supersede', unit: one.unit.id, by: unit.id, reason })),
    ...(newer
      ? [{ do: 'supersede', unit: unit.id, by: newer.unit.id, reason: newer.stated.ends ? 'ended' : 'later_statement' } as const]
      : []),
  ];
}

/** Returns true for what a statement of this time may confirm or replace: what nothing before it has replaced. */
export function standsAt(status: Unit['status'], at: number): boolean {
  return isOpen(status) || (status.is === 'superseded' && status.at > at && status.reason !== 'corrected');
}

/** Returns true for what nothing else stands for: it holds, or a person withdrew it. */
function isOpen({ is }: Unit['status']): boolean {
  return is === 'current' || is === 'tombstoned';
}

/** The place of a statement, as evidence of a unit. */
export function evidenceOf(
  { eventId, session, occurredAt }: { readonly eventId: string; readonly session: string; readonly occurredAt: number },
  { from, to }: Pick<StatedFact, 'from' | 'to'>,
): UnitEvidence {
  return { eventId, session, from, to, at: occurredAt };
}
