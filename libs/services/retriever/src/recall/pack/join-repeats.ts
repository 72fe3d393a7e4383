import { compareInLog, nameInSession, orderTimeAmong } from '@total-recall/domain';
import type { RetrieverDeps } from '../../retriever-deps.ts';
import type { RankedQuery } from '../rank/rank-query.ts';
import type { LoadedEvent } from './load-passages.ts';

interface RepeatsInput {
  readonly queries: readonly RankedQuery[];
  /** Set where the earliest of them is asked for. */
  readonly asksFirst: boolean;
  /** Share of the weight of the queries that a text holds, 0..1. */
  readonly shareOf: (text: string) => number;
}

/**
 * Share of the question from which a text speaks for itself. "Yes, go ahead" is ranked by what it answers, and another one
 * answers something else.
 */
const SPEAKS_FOR_ITSELF = 0.5;

/**
 * Puts the latest of events that say the same, word for word, before the others, where the best of them stands: an answer
 * shows such a text once, and the time of the latest tells until when it was said. Each has the others as its repeats.
 * The order is left as it is where a time or an event is asked for. What calls give, and what is little of the question by
 * itself, stands alone: it means what it answers.
 */
export function joinRepeats(
  { clock }: Pick<RetrieverDeps, 'clock'>,
  events: readonly LoadedEvent[],
  { queries, asksFirst, shareOf }: RepeatsInput,
): LoadedEvent[] {
  const isOrdered = queries.some(({ time, end, named }) => time.moments.length > 0 || end !== undefined || named !== undefined);
  const orderTime = orderTimeAmong(
    events.map(({ opened }) => opened.envelope),
    clock.now(),
  );
  const placeOf = ({ opened: { envelope, event } }: LoadedEvent): Parameters<typeof compareInLog>[0] => ({
    session: envelope.session,
    ordinal: event.accepted.ordinal,
    occurredAt: orderTime(envelope),
  });
  const joined = [...events];
  for (const places of Map.groupBy(events.keys(), (at) => saidBy(events[at]!, shareOf) ?? at).values()) {
    if (places.length === 1) continue;
    const own = places.map((at) => events[at]!);
    const inTime = own.toSorted((a, b) => (asksFirst ? 1 : -1) * compareInLog(placeOf(a), placeOf(b)));
    const ordered = isOrdered ? own : inTime;
    ordered.forEach((event, place) => {
      const repeats = inTime.filter((other) => other !== event);
      joined[places[place]!] = { ...atPlaceOf(own[place]!, event), repeats };
    });
  }
  return joined;
}

/** Returns who says what in an event that is known as a whole; undefined for any other. */
function saidBy({ opened, about, passages, totalBytes, call }: LoadedEvent, shareOf: RepeatsInput['shareOf']): string | undefined {
  const [passage, ...more] = passages;
  if (call !== undefined || opened.envelope.kind === 'tool_call' || opened.envelope.kind === 'tool_result') return undefined;
  if (opened.redacted || passage === undefined || more.length > 0) return undefined;
  if (passage.fromByte > 0 || passage.toByte < totalBytes || passage.text.trim() === '') return undefined;
  if (!(shareOf(passage.text) >= SPEAKS_FOR_ITSELF)) return undefined;
  return [opened.envelope.kind, about, passage.text.replace(/\s+/g, ' ').trim()].join('\n');
}

/** Rates the passage of an event as that of the one whose place it takes. */
function atPlaceOf(taken: LoadedEvent, event: LoadedEvent): LoadedEvent {
  const score = taken.passages[0]!.score;
  return { ...event, passages: event.passages.map((passage) => ({ ...passage, score })) };
}

/** Most repeats that a heading names. */
const NAMED = 4;

/** Names events that say the same as one, as they are read in its session: "e14, e12 and 3 more". */
export function nameRepeats({ opened: { envelope } }: LoadedEvent, repeats: readonly LoadedEvent[]): string {
  const names = repeats
    .slice(0, NAMED)
    .map(({ opened }) => nameInSession(envelope.session, { session: opened.envelope.session, ordinal: opened.event.accepted.ordinal }));
  const more = repeats.length - names.length;
  return names.join(', ') + (more > 0 ? ` and ${more} more` : '');
}
