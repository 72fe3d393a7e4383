import { episodeShape, FACT_LIMITS, linkableEpisodes, speculativeLinks, type EpisodeShape } from '@total-recall/domain';
import type { SpacePlace } from '@total-recall/ports';
import type { OwnedPartition } from '@total-recall/runtime';
import { readSources } from '../facts/read-sources.ts';
import type { SweepDeps } from '../sweep/sweep-space.ts';
import { sweepEntry } from '../sweep/sweep-entry.ts';

/** Episodes that are compared with each other, the latest. */
const MOST_COMPARED = 64;

/**
 * Links episodes that went alike though they are about other things, at most so many in a sweep, as one entry that can be
 * undone. Episodes are read outside of the turn of the space; what changed meanwhile is left out by the fold. Returns false
 * where an erasure came meanwhile, so that nothing was decided.
 */
export async function linkSpeculatively(deps: SweepDeps, owned: OwnedPartition, place: SpacePlace, most: number): Promise<boolean> {
  const erasures = deps.erasures();
  const shapes = new Map<string, EpisodeShape>();
  for (const { id, events } of linkableEpisodes(await deps.stateOf(place)).slice(0, MOST_COMPARED)) {
    const ids = events.map(({ eventId }) => eventId);
    const found = (await deps.index.events(place.tenant, place.space, ids)).filter((event) => event !== undefined);
    const read = await readSources(deps, found, { skimsTools: true, charsOf: () => FACT_LIMITS.chars, leavesFacts: true });
    const known = read.flatMap((one) => {
      if (!one) return [];
      const { source, call, isError } = one;
      const { eventId, kind, text } = source;
      return [{ eventId, kind, text, ...(call && { call }), ...(isError !== undefined && { isError }) }];
    });
    shapes.set(id, episodeShape(known));
  }
  return deps.inTurn(async () => {
    const decisions = speculativeLinks(await deps.stateOf(place), shapes, most);
    if (decisions.length === 0) return deps.erasures() === erasures;
    const isStill = (): boolean => deps.erasures() === erasures;
    if (!(await owned.append([sweepEntry(deps, place, { type: 'UnitsDecided', decisions })], isStill))) return false;
    for (const decision of decisions) deps.decided(decision);
    return true;
  });
}
