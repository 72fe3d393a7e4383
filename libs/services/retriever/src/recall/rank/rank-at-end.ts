import type { OpenedEvent } from '../open/open-events.ts';
import { AT_END } from '../search/narrow-to-end.ts';
import type { MergedEvent } from './merge-queries.ts';
import type { RankedQuery } from './rank-query.ts';

/** Distance between the scores of two events, in standard deviations: enough for an order, and no reason to leave any out. */
const STEP = 0.001;

/** A query for nothing but the first or the last. */
export type EndQuery = RankedQuery & Required<Pick<RankedQuery, 'end'>>;

/** Returns the query, where a recall has it alone and it asks for nothing but the first or the last. */
export function endQuery([query, ...others]: readonly RankedQuery[]): EndQuery | undefined {
  return others.length === 0 && query?.end !== undefined ? (query as EndQuery) : undefined;
}

/** Sorts what the query found by time, the end that is asked for first. What it did not find is left out, such as pins. */
export function rankAtEnd({ passages, end, recorded }: EndQuery, ranking: readonly MergedEvent[]): MergedEvent[] {
  const sign = end === 'first' ? 1 : -1;
  const placed = ranking.flatMap((event) => {
    const document = passages.get(event.eventId)?.values().next().value?.document;
    return document === undefined
      ? []
      : [{ event, at: recorded?.get(event.eventId) ?? document.occurredAt ?? 0, ordinal: document.ordinal }];
  });
  placed.sort((a, b) => sign * (a.at - b.at || a.ordinal - b.ordinal));
  return placed.map(({ event }, place) => ({ ...event, score: -STEP * place }));
}

/** Keeps the few at the end, in the order of the ranking: neither a task nor a later value puts the last message back. */
export function keepAtEnd(ranking: readonly MergedEvent[], opened: readonly OpenedEvent[]): OpenedEvent[] {
  const byId = new Map(opened.map((event) => [event.envelope.id, event]));
  const kept = ranking.flatMap(({ eventId, score }) => {
    const event = byId.get(eventId);
    return event === undefined ? [] : [{ ...event, ranked: { ...event.ranked, score } }];
  });
  return kept.slice(0, AT_END);
}
