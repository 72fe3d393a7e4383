import type { LedgerEntry } from '../ledger/ledger-entry.ts';
import type { NewAnyUnit, UnitDecision } from './unit.ts';

/**
 * Returns the ids of units whose entries in the ledger hold keyed hashes of what these events say: of the words of a fact
 * that one of them states, or of an episode that has one of them, and of topics and insights made of such units. The
 * entries are those of a space, in their order; `found` holds what was found in those before them.
 */
export function hashedUnits(
  entries: Iterable<LedgerEntry>,
  isOf: (eventId: string) => boolean,
  found: Set<string> = new Set(),
): Set<string> {
  for (const { act } of entries)
    if (act.type === 'UnitsDecided') for (const decision of act.decisions) for (const id of hashedBy(decision, isOf, found)) found.add(id);
  return found;
}

function hashedBy(decision: UnitDecision, isOf: (eventId: string) => boolean, found: ReadonlySet<string>): readonly string[] {
  const isMadeOf = (events: readonly { readonly eventId: string }[] = [], members: readonly string[] = []): boolean =>
    events.some(({ eventId }) => isOf(eventId)) || members.some((member) => found.has(member));
  const isHashed = (unit: NewAnyUnit): boolean => ('evidence' in unit ? isOf(unit.evidence.eventId) : isMadeOf(unit.events, unit.members));
  if (decision.do === 'update') return decision.marks && isMadeOf(decision.events, decision.members) ? [decision.unit] : [];
  if (decision.do === 'add') return isHashed(decision.unit) ? [decision.unit.id] : [];
  if (decision.do !== 'split' && decision.do !== 'merge') return [];
  return [decision.into].flat().flatMap((unit) => (isHashed(unit) ? [unit.id] : []));
}
