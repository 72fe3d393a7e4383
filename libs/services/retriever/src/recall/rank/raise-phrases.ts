import { byScore } from './by-score.ts';
import type { MergedEvent } from './merge-queries.ts';
import type { RankedQuery } from './rank-query.ts';

/** Distance of events with a quoted phrase from the best without, in standard deviations of the scores. */
const APART = 2;

/**
 * Puts events that hold the quoted phrases of a query above those that hold their words only, and among the former those
 * that hold more of the phrases first. Otherwise they keep their order and distances.
 */
export function raisePhrases(ranking: readonly MergedEvent[], queries: readonly RankedQuery[]): MergedEvent[] {
  const shareOf = (eventId: string): number =>
    queries.reduce((most, { literals }) => Math.max(most, literals?.phrases.get(eventId) ?? 0), 0);
  const tiers = Map.groupBy(ranking, ({ eventId }) => Math.round(100 * shareOf(eventId)));
  if (tiers.size === 1) return [...ranking];
  let highest = -Infinity;
  const raised = [...tiers.keys()]
    .sort((a, b) => a - b)
    .flatMap((share) => {
      const tier = tiers.get(share)!;
      const lowest = tier.reduce((least, { score }) => Math.min(least, score), Infinity);
      const gain = Math.max(0, highest + APART - lowest);
      const own = share === 0 || gain === 0 ? tier : tier.map((event) => withPhrase(event, gain));
      highest = own.reduce((most, { score }) => Math.max(most, score), highest);
      return own;
    });
  return raised.sort(byScore);
}

function withPhrase(event: MergedEvent, gain: number): MergedEvent {
  return { ...event, score: event.score + gain, factors: { ...event.factors, phrase: gain } };
}
