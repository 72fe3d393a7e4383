import type { NamedEvents } from '../named/read-named.ts';
import { byScore } from './by-score.ts';
import type { MergedEvent } from './merge-queries.ts';

/** Most events of one question that are raised: more of them may be named than an answer has room for. */
const MOST = 3;
/** Events that stay above those that are named, as the name may be a word of the text that is meant. */
const ABOVE = 2;
/** Distance to the event below, in standard deviations of the scores. */
const STEP = 0.001;

/**
 * Puts events that a question names among other words at least behind the two best of the others: `e5` may be the event,
 * or a square, a port or an error of which some text tells.
 */
export function raiseNamed(ranking: readonly MergedEvent[], named: NamedEvents | undefined): MergedEvent[] {
  if (named === undefined || named.isAll || named.events.length > MOST) return [...ranking];
  const ids = new Set(named.events.map(({ eventId }) => eventId));
  const others = ranking.filter(({ eventId }) => !ids.has(eventId));
  const below = others[ABOVE];
  if (below === undefined) return [...ranking];
  const least = below.score + STEP;
  return ranking
    .map((event) => (ids.has(event.eventId) && event.score < least ? withGain(event, least - event.score) : event))
    .sort(byScore);
}

function withGain(event: MergedEvent, gain: number): MergedEvent {
  return { ...event, score: event.score + gain, factors: { ...event.factors, named: (event.factors['named'] ?? 0) + gain } };
}
