import { spreadOverTime, takesUp } from '@total-recall/domain';
import type { OpenedEvent } from '../open/open-events.ts';
import { withGain } from './with-gain.ts';

/** Gain of a message that opens a matter, in standard deviations of the scores. */
const OPENS = 1;
/** Number of words from which a message may open one. */
const OPENING_WORDS = 10;
/** Keeps the order where scores are equal, as later stages sort by scores alone. */
const STEP = 1e-6;
/** Best events that are spread over time. */
const SPREAD = 60;

interface SpreadOptions {
  /** Puts a message and its reply beside each other: what came of a matter is said in both. */
  readonly withReplies: boolean;
}

/**
 * Spreads the best events over their time line, those that open a matter before those that take one up. What moves gets
 * the score of its new place, as later stages go by scores.
 */
export function spreadPieces(opened: readonly OpenedEvent[], { withReplies }: SpreadOptions): OpenedEvent[] {
  const weighed = opened.map((event) => (opensMatter(event) ? withGain(event, 'opens', OPENS) : event)).sort(byScore);
  const best = weighed.slice(0, SPREAD).map((event) => ({
    event,
    score: event.ranked.score,
    occurredAt: event.envelope.occurredAt,
    session: event.envelope.session,
    ordinal: event.event.accepted.ordinal,
  }));
  const spread = spreadOverTime(best).map(({ event }) => event);
  const order = withReplies ? besideReplies(spread) : spread;
  return [...order.map((event, at) => placed(event, best[at]!.score - at * STEP)), ...weighed.slice(SPREAD)];
}

const byScore = (a: OpenedEvent, b: OpenedEvent): number => b.ranked.score - a.ranked.score || (a.envelope.id < b.envelope.id ? -1 : 1);

function opensMatter({ envelope, body: { text }, redacted }: OpenedEvent): boolean {
  if (envelope.kind !== 'user_message' || redacted || takesUp(text)) return false;
  return text.split(/\s+/u, OPENING_WORDS).length === OPENING_WORDS;
}

function placed(event: OpenedEvent, score: number): OpenedEvent {
  const { ranked } = event;
  return { ...event, ranked: { ...ranked, score, factors: { ...ranked.factors, spread: score - ranked.score } } };
}

/** Moves each message's reply, or what a reply answers, behind it. */
function besideReplies(events: readonly OpenedEvent[]): OpenedEvent[] {
  const keyOf = (session: string, ordinal: number): string => `${session} ${ordinal}`;
  const places = new Map(events.map((event) => [keyOf(event.envelope.session, event.event.accepted.ordinal), event]));
  const order = new Set<OpenedEvent>();
  for (const event of events) {
    order.add(event);
    const { envelope, event: indexed } = event;
    const other = places.get(keyOf(envelope.session, indexed.accepted.ordinal + (envelope.kind === 'user_message' ? 1 : -1)));
    if (other !== undefined) order.add(other);
  }
  return [...order];
}
