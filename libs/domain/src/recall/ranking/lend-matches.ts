import type { Candidate, EventCandidates } from './candidate.ts';

/** Factors for a word found in the passage before or after, and in any other passage of the event. */
const BESIDE = 0.8;
const IN_EVENT = 0.7;

/** Match of each word of the query in a passage; undefined for one not compared. */
export type MatchesOf = (passage: Candidate) => Float32Array | undefined;

/** Matches by token vectors. */
export const tokenMatches: MatchesOf = ({ match }) => match?.best;
/** Matches by the words that a passage holds. */
export const wordMatches: MatchesOf = ({ counts }) => counts;

/** Scores of each passage word by word, in the order of the passages; -1 for one not compared. */
export interface LentMatches {
  /** By the words of its event alone. */
  readonly own: readonly number[];
  /** By those and the words of the events before it. */
  readonly lent: readonly number[];
}

/**
 * Scores how well each compared passage answers the query word by word, where a word may be found in another passage:
 * sum over the query's words t of weight(t) max(C[t, p], .8 C[t, beside p], .7 max C[t, event], borrowed[t]). So a
 * passage knows the subject of its event, and a reply that of what it answers. Source: design/answers, recipe 6.
 */
export function lendMatches(
  passages: EventCandidates,
  weights: Float32Array,
  { isLent, borrowed, matchesOf = tokenMatches }: LendOptions,
): LentMatches {
  const ofEvent = isLent ? bestMatches(passages, weights.length, matchesOf) : undefined;
  const bestAt = (part: number): Float32Array | undefined => {
    const passage = passages.get(part);
    return passage && matchesOf(passage);
  };
  const own: number[] = [];
  const lent: number[] = [];
  for (const [part, passage] of passages) {
    const best = matchesOf(passage);
    if (!best || !ofEvent) {
      const alone = best ? weightedSum(best, weights) : -1;
      own.push(alone);
      lent.push(alone);
      continue;
    }
    const [before, after] = [bestAt(part - 1), bestAt(part + 1)];
    let byEvent = 0;
    let byContext = 0;
    // A plain loop, because it runs over hundreds of passages and a score of words, several times in each recall.
    for (let row = 0; row < best.length; row += 1) {
      const beside = Math.max(before?.[row] ?? -1, after?.[row] ?? -1);
      const inEvent = Math.max(best[row]!, BESIDE * beside, IN_EVENT * ofEvent[row]!);
      byEvent += weights[row]! * inEvent;
      const further = borrowed === undefined ? -1 : borrowed[row]!;
      byContext += weights[row]! * (further > inEvent ? further : inEvent);
    }
    own.push(byEvent);
    lent.push(byContext);
  }
  return { own, lent };
}

interface LendOptions {
  readonly isLent: boolean;
  readonly borrowed?: Float32Array | undefined;
  readonly matchesOf?: MatchesOf;
}

function weightedSum(values: Float32Array, weights: Float32Array): number {
  let sum = 0;
  for (let row = 0; row < values.length; row += 1) sum += weights[row]! * values[row]!;
  return sum;
}

/**
 * Caches `lendMatches` for events that are ranked repeatedly, each time with more passages. Call `forget` when an
 * event's matches changed. What borrows is not cached: only the last ranking of a query does.
 */
export interface LendingCache {
  of(passages: EventCandidates, weights: Float32Array, borrowed?: Float32Array): LentMatches;
  forget(passages: EventCandidates | undefined): void;
}

export function createLendingCache(isLent: boolean): LendingCache {
  let known = new Map<EventCandidates, LentMatches>();
  let knownFor: Float32Array | undefined;
  return {
    of(passages, weights, borrowed) {
      if (borrowed !== undefined) return lendMatches(passages, weights, { isLent, borrowed });
      if (weights !== knownFor && !isEqual(weights, knownFor)) known = new Map();
      knownFor = weights;
      const before = known.get(passages);
      if (before?.lent.length === passages.size) return before;
      const matches = lendMatches(passages, weights, { isLent });
      known.set(passages, matches);
      return matches;
    },
    forget(passages) {
      if (passages !== undefined) known.delete(passages);
    },
  };
}

function isEqual(values: Float32Array, others: Float32Array | undefined): boolean {
  if (values.length !== others?.length) return false;
  for (let row = 0; row < values.length; row += 1) if (values[row] !== others[row]) return false;
  return true;
}

/** Returns the best match of each word anywhere in an event, at least -1. Not to be changed: it may be a passage's own. */
export function bestMatches(passages: EventCandidates, rows: number, matchesOf: MatchesOf): Float32Array {
  if (passages.size === 1) {
    const [only] = passages.values();
    const best = matchesOf(only!);
    if (best) return best;
  }
  const most = new Float32Array(rows).fill(-1);
  for (const passage of passages.values()) {
    const best = matchesOf(passage);
    if (!best) continue;
    for (let row = 0; row < rows; row += 1) if (best[row]! > most[row]!) most[row] = best[row]!;
  }
  return most;
}
