import type { EventCandidates } from './candidate.ts';

/** Factors for a word found in the passage before or after, and in any other passage of the event. */
const BESIDE = 0.8;
const IN_EVENT = 0.7;

/**
 * Scores how well each compared passage answers the query word by word, where a word may be found in another passage:
 * sum over the query's words t of weight(t) max(C[t, p], .8 C[t, beside p], .7 max C[t, event]). So a passage knows the
 * subject of its event. In the order of the passages, -1 for one not compared. Source: design/answers, recipe 6.
 */
export function lendMatches(passages: EventCandidates, weights: Float32Array, isLent: boolean): number[] {
  const ofEvent = isLent ? bestOf(passages, weights.length) : undefined;
  const bestAt = (part: number): Float32Array | undefined => passages.get(part)?.match?.best;
  return Array.from(passages, ([part, { match }]) => {
    if (!match) return -1;
    const { best } = match;
    if (!ofEvent) return best.reduce((sum, own, row) => sum + weights[row]! * own, 0);
    const [before, after] = [bestAt(part - 1), bestAt(part + 1)];
    // A plain loop, because it runs over hundreds of passages and a score of words, several times in each recall.
    let score = 0;
    for (let row = 0; row < best.length; row += 1) {
      const beside = Math.max(before?.[row] ?? -1, after?.[row] ?? -1);
      score += weights[row]! * Math.max(best[row]!, BESIDE * beside, IN_EVENT * ofEvent[row]!);
    }
    return score;
  });
}

/**
 * Caches `lendMatches` for events that are ranked repeatedly, each time with more passages. Call `forget` when an
 * event's matches changed.
 */
interface LendingCache {
  of(passages: EventCandidates, weights: Float32Array): readonly number[];
  forget(passages: EventCandidates | undefined): void;
}

export function createLendingCache(isLent: boolean): LendingCache {
  let known = new Map<EventCandidates, readonly number[]>();
  let knownFor: Float32Array | undefined;
  return {
    of(passages, weights) {
      if (weights !== knownFor && !isEqual(weights, knownFor)) known = new Map();
      knownFor = weights;
      const before = known.get(passages);
      if (before?.length === passages.size) return before;
      const lent = lendMatches(passages, weights, isLent);
      known.set(passages, lent);
      return lent;
    },
    forget(passages) {
      if (passages !== undefined) known.delete(passages);
    },
  };
}

function isEqual(weights: Float32Array, others: Float32Array | undefined): boolean {
  return weights.length === others?.length && weights.every((weight, row) => weight === others[row]);
}

/** Returns the best match of each word anywhere in an event, at least -1. */
function bestOf(passages: EventCandidates, rows: number): Float32Array {
  const most = new Float32Array(rows).fill(-1);
  for (const { match } of passages.values()) {
    if (!match) continue;
    for (let row = 0; row < rows; row += 1) if (match.best[row]! > most[row]!) most[row] = match.best[row]!;
  }
  return most;
}
