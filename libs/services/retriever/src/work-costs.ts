import type { RecallRequest } from '@total-recall/domain';
import type { MarkWatcher, Turn } from '@total-recall/runtime';

/** Costs are in recalls of a few words, which take some 3 ms of the main thread and of the one that reads the index. */
const CHARS = 4_000;
const CANDIDATES = 500;
const OPENED_BYTES = 256 * 1024;

/** What the queries of a recall will cost by their length, and one for all else. */
export function recallCost({ queries }: Pick<RecallRequest, 'queries'>): number {
  return 1 + queries.reduce((sum, query) => sum + termsCost(query), 0);
}

/** The terms of a query, chosen among all it has. */
export function termsCost(query: string): number {
  return 0.1 + query.length / CHARS;
}

/** Candidates that were found, and stand in the ranking. */
export function candidatesCost(candidates: number): number {
  return 0.1 + candidates / CANDIDATES;
}

/** Text that was opened, and stands in an answer or a window. */
export function bytesCost(bytes: number): number {
  return bytes / OPENED_BYTES;
}

/** The same parts, of which nobody holds up others while he waits for a projector. */
export function waitingAside<Deps extends { readonly marks: MarkWatcher }>(deps: Deps, turn: Turn): Deps {
  const { marks } = deps;
  const waitFor: MarkWatcher['waitFor'] = async (partition, offset, mark, timeoutMs) =>
    (await marks.waitFor(partition, offset, mark, 0)) || turn.aside(() => marks.waitFor(partition, offset, mark, timeoutMs));
  return { ...deps, marks: { ...marks, waitFor } };
}
