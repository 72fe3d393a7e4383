import { borrowMatches } from './borrow-matches.ts';
import type { EventCandidates } from './candidate.ts';
import { lendMatches, wordMatches } from './lend-matches.ts';

/**
 * Scores each passage by BM25 where a word may stand beside the passage, in its event or, with `borrows`, in the events
 * before, by the factors of late interaction. In the order of the events and their passages. See ADR 0138.
 */
export function lendWords(
  events: ReadonlyMap<string, EventCandidates>,
  weights: Float32Array,
  { borrows }: { readonly borrows: boolean },
): number[] {
  const borrowed = borrows ? borrowMatches(events.values(), weights.length, wordMatches) : undefined;
  const scores: number[] = [];
  for (const own of events.values()) {
    const { lent } = lendMatches(own, weights, { isLent: true, borrowed: borrowed?.(own), matchesOf: wordMatches });
    for (const score of lent) scores.push(score);
  }
  return scores;
}
