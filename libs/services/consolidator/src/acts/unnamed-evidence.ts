import { targetsOf, type ErasureTargets, type LedgerEntry, type Unit, type UnitDecision, type UnitEvidence } from '@total-recall/domain';
import type { SpacePlace } from '@total-recall/ports';
import { aboutSpace, type ReadsLedger } from '@total-recall/runtime';

/**
 * Returns sentences that state a unit beyond those that it names, the latest first, at most `most`. The ledger knows each
 * that was found; what an undoing took back or an erasure took is left out.
 */
export async function unnamedEvidence(deps: ReadsLedger, place: SpacePlace, unit: Unit, most: number): Promise<UnitEvidence[]> {
  const wanted = Math.min(most, unit.statements - unit.evidence.length);
  if (wanted <= 0) return [];
  const seen = new Set(unit.evidence.map(placeOf));
  const found: UnitEvidence[] = [];
  const stated = statementsOf(unit.id);
  const isGone = createGone(place);
  for await (const entry of aboutSpace(deps, place, { before: Number.MAX_SAFE_INTEGER })) {
    if (isGone.entry(entry) || entry.act.type !== 'UnitsDecided') continue;
    for (const { points: _points, ...evidence } of entry.act.decisions.toReversed().flatMap(stated.in)) {
      if (isGone.evidence(evidence) || seen.has(placeOf(evidence))) continue;
      seen.add(placeOf(evidence));
      if (found.push(evidence) === wanted) return found;
    }
    if (stated.isComplete()) return found;
  }
  return found;
}

const placeOf = ({ eventId, from }: UnitEvidence): string => `${eventId}.${from}`;

/** Finds what states a unit, and the units that it was merged from, in decisions of which the latest comes first. */
function statementsOf(unit: string) {
  const ids = new Set([unit]);
  return {
    isComplete: (): boolean => ids.size === 0,
    in(decision: UnitDecision): readonly UnitEvidence[] {
      if (decision.do === 'confirm') return ids.has(decision.unit) ? [decision.evidence] : [];
      if (decision.do === 'merge' && ids.delete(decision.into.id)) for (const id of decision.units) ids.add(id);
      const added = decision.do === 'add' ? [decision.unit] : decision.do === 'split' ? decision.into : [];
      return added.flatMap((one) => (ids.delete(one.id) && !('kind' in one) ? [one.evidence] : []));
    },
  };
}

/** Knows what later entries took back or out; entries are given the latest first. */
function createGone({ space }: SpacePlace) {
  const undone = new Set<string>();
  const events = new Set<string>();
  const sessions = new Set<string>();
  let isWhole = false;
  const take = (targets: ErasureTargets): void => {
    isWhole ||= targets.spaces.includes(space);
    for (const of of targets.sessions) if (of.space === space) sessions.add(of.session);
    for (const of of targets.events) if (of.space === space) for (const eventId of of.eventIds) events.add(eventId);
  };
  return {
    /** Returns true for an entry that was undone. */
    entry({ id, act }: LedgerEntry): boolean {
      if (undone.has(id)) return true;
      if (act.type === 'EntryUndone') undone.add(act.entryId);
      const taken = targetsOf(act);
      if (taken) take(taken);
      return false;
    },
    evidence: ({ eventId, session }: UnitEvidence): boolean => isWhole || events.has(eventId) || sessions.has(session),
  };
}
