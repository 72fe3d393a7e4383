import type { EventCandidates } from './candidate.ts';

/** Share of what a word finds in the passage before or after that counts here, and in any other passage of the event. */
const BESIDE = 0.8;
const IN_EVENT = 0.7;

/**
 * How well each compared passage of an event answers the query word by word, where a word may be found in another passage: sum over the query's
 * words t of weight(t) max(C[t, p], .8 C[t, beside p], .7 max C[t, event]). By part. A passage thereby knows what its event is about. Source: design/answers, recipe 6.
 */
export function lendMatches(passages: EventCandidates, weights: Float32Array, isLent: boolean): Map<number, number> {
  const compared = [...passages].flatMap(([part, { match }]) => (match ? [{ part, best: match.best }] : []));
  const ofEvent = weights.map((_, row) => compared.reduce((most, { best }) => Math.max(most, best[row]!), -1));
  const bestAt = (part: number, row: number): number => passages.get(part)?.match?.best[row] ?? -1;
  const scores = new Map<number, number>();
  for (const { part, best } of compared) {
    let score = 0;
    weights.forEach((weight, row) => {
      const own = best[row]!;
      const beside = Math.max(bestAt(part - 1, row), bestAt(part + 1, row));
      score += weight * (isLent ? Math.max(own, BESIDE * beside, IN_EVENT * ofEvent[row]!) : own);
    });
    scores.set(part, score);
  }
  return scores;
}
