import { compareFacts, type KnownUnit, type StatedFact } from '@total-recall/domain';
import type { SpacePlace } from '@total-recall/ports';
import { openedCost, type Spending } from '../work-costs.ts';
import { readEvents, type ReadDeps } from './read-sources.ts';
import { reachIn, statedAt } from './stated-at.ts';

/** Most facts, each of which replaced the one before, that are read for one that had what an ending ended. */
const MOST_LATER = 8;

/** Returns the unit that replaced one as it stood at the moment of a question; undefined where none did. */
export type Replacing = (unit: KnownUnit) => KnownUnit | undefined;

/**
 * Returns since when what an ending ended is so again, in epoch milliseconds: "I work at Bosch again". Undefined where
 * it is not: an ended job stays ended when another one begins.
 */
export async function soAgainSince(
  deps: ReadDeps,
  place: SpacePlace,
  { unit, ending, replacing }: { readonly unit: KnownUnit; readonly ending: StatedFact; readonly replacing: Replacing },
  turn?: Spending,
): Promise<number | undefined> {
  const later = laterThan(unit, replacing);
  const evidence = later.map(({ next }) => next.evidence[0]!);
  const read = await readEvents(
    deps,
    place,
    evidence.map(({ eventId }) => eventId),
    { charsOf: reachIn(evidence), leavesFacts: true },
  );
  await turn?.spend(
    openedCost(
      read.size,
      read.values().reduce((sum, { source }) => sum + source.text.length, 0),
    ),
  );
  const again = later.find(({ next }, at) => {
    const stated = statedAt(read.get(evidence[at]!.eventId), next.label, evidence[at]!);
    return stated !== undefined && stated.ends !== true && compareFacts(stated, ending) === 'supersedes';
  });
  return again?.since;
}

/** Returns the units that replaced one in turn, each with the time at which what it replaced was over. */
function laterThan(unit: KnownUnit, replacing: Replacing): { readonly next: KnownUnit; readonly since: number }[] {
  const later: { next: KnownUnit; since: number }[] = [];
  let last = unit;
  for (let next = replacing(last); next !== undefined && last.until !== undefined && later.length < MOST_LATER; next = replacing(next)) {
    if (next.evidence.length === 0) break;
    later.push({ next, since: Math.max(unit.since, last.until) });
    last = next;
  }
  return later;
}
