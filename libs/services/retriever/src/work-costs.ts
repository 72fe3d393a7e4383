import type { RecallRequest, SpaceUnits } from '@total-recall/domain';
import type { MarkWatcher, Turn } from '@total-recall/runtime';

/** The unit of cost is a recall of a few words, which takes some 3 ms of the main thread and of the index thread. */
const CHARS = 4_000;
const CANDIDATES = 500;
const MERGED = 2_000;
const PACKED = 200;
const OPENED_BYTES = 256 * 1024;
const UNITS = 5_000;

/** Returns the estimated cost of a recall: 1, plus the length of its queries. */
export function recallCost({ queries }: Pick<RecallRequest, 'queries'>): number {
  return 1 + queries.reduce((sum, query) => sum + termsCost(query), 0);
}

/** Returns the cost of choosing the terms of a query. */
export function termsCost(query: string): number {
  return 0.1 + query.length / CHARS;
}

/** Returns the cost of finding and ranking candidates. */
export function candidatesCost(candidates: number): number {
  return 0.1 + candidates / CANDIDATES;
}

/** Returns the cost of merging the rankings of all queries into one. */
export function mergedCost(events: number): number {
  return events / MERGED;
}

/** Returns the cost of updating and packing opened events. */
export function packedCost(events: number): number {
  return events / PACKED;
}

/** Returns the cost of reading what was decided about all units of a state. */
export function unitsCost({ units, groups }: Pick<SpaceUnits, 'units' | 'groups'>): number {
  return (units.size + groups.size) / UNITS;
}

/** Returns the cost of opening text and rendering it in an answer or a window. */
export function bytesCost(bytes: number): number {
  return bytes / OPENED_BYTES;
}

/** Wraps `marks` so that waiting for a projector releases the turn and blocks nobody. */
export function releaseTurnWhileWaiting<Deps extends { readonly marks: MarkWatcher }>(deps: Deps, turn: Turn): Deps {
  const { marks } = deps;
  const waitFor: MarkWatcher['waitFor'] = async (partition, offset, mark, timeoutMs) =>
    (await marks.waitFor(partition, offset, mark, 0)) || turn.aside(() => marks.waitFor(partition, offset, mark, timeoutMs));
  return { ...deps, marks: { ...marks, waitFor } };
}
