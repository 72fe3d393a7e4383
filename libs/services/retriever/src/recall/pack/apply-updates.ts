import {
  compareInLog,
  findUpdates,
  orderUpdates,
  nameInSession,
  orderTimeAmong,
  type AskedValue,
  type FoundUpdate,
  type ReplacedSentence,
  type UpdatableEvent,
} from '@total-recall/domain';
import type { RetrieverDeps } from '../../retriever-deps.ts';
import type { LoadedEvent } from './load-passages.ts';
import { passageAt, replacedIn } from './replaced-passages.ts';

interface UpdatesInput {
  /** Weight of each term of the queries. */
  readonly weights: ReadonlyMap<string, number>;
  readonly asked: AskedValue;
  /** Sentences that the ledger says were replaced, by event. */
  readonly replaced: ReadonlyMap<string, readonly ReplacedSentence[]>;
  /** Time that the query is about, in epoch milliseconds: `replaced` then holds what is of another time. */
  readonly validAt?: number;
}

/** Returns the test for texts that are about what is asked. */
export function asksIn(analyser: RetrieverDeps['analyser'], weights: ReadonlyMap<string, number>): (text: string) => boolean {
  return (text) => analyser.analyse(text).some((term) => (weights.get(term) ?? 0) > 0);
}

/** Returns the share of the queries' weight that a text holds. */
export function shareIn(analyser: RetrieverDeps['analyser'], weights: ReadonlyMap<string, number>): (text: string) => number {
  const total = weights.values().reduce((sum, weight) => sum + weight, 0);
  return (text) => new Set(analyser.analyse(text)).values().reduce((sum, term) => sum + (weights.get(term) ?? 0), 0) / total;
}

/**
 * Ranks an event with a newer value before one with an older value of the same thing, or the other way
 * round if the query asks for the older. Marks the older with the name of the newer. Known supersessions
 * win over what the texts suggest. Where a time is asked about, the value of then comes first, and what was said later
 * and is of no fact changes nothing.
 */
export function applyUpdates(
  { analyser, clock }: Pick<RetrieverDeps, 'analyser' | 'clock'>,
  events: readonly LoadedEvent[],
  { weights, asked, replaced, validAt }: UpdatesInput,
): LoadedEvent[] {
  const orderTime = orderTimeAmong(
    events.map(({ opened }) => opened.envelope),
    clock.now(),
  );
  const updatable = events.map((event) => ({ ...updatableOf(event), occurredAt: orderTime(event.opened.envelope) }));
  const asks = asksIn(analyser, weights);
  const decided = decidedUpdates(events, updatable, { replaced, asks, ...(validAt !== undefined && { validAt }) });
  const told = findUpdates(updatable, asks);
  if (validAt === undefined) return reordered(events, updatable, [...decided, ...told], { asked });
  const places = new Set(decided.flatMap(({ older, newer }) => [placeKey(older), placeKey(newer)]));
  const isOfThen = ({ older, newer }: FoundUpdate): boolean =>
    updatable[newer.event]!.occurredAt <= validAt && !places.has(placeKey(older)) && !places.has(placeKey(newer));
  const preferred = new Set(decided.map(({ newer }) => placeKey(newer)));
  return reordered(events, updatable, [...decided, ...told.filter(isOfThen)], {
    asked: 'now',
    isHeld: (place) => preferred.has(placeKey(place)),
  });
}

const placeKey = ({ event, passage }: FoundUpdate['older']): string => `${event} ${passage}`;

/** The replacements that were decided about these events, where the sentence is about what is asked. */
function decidedUpdates(
  events: readonly LoadedEvent[],
  updatable: readonly UpdatableEvent[],
  { replaced, asks, validAt }: Pick<UpdatesInput, 'replaced' | 'validAt'> & { readonly asks: (text: string) => boolean },
): FoundUpdate[] {
  if (replaced.size === 0) return [];
  const places = new Map(events.map(({ opened }, at) => [opened.envelope.id, at]));
  return events.flatMap((older, at) =>
    replacedIn(older, replaced).flatMap(({ passage, text, by }): FoundUpdate[] => {
      const newer = places.get(by.eventId);
      if (newer === undefined || newer === at || !asks(text)) return [];
      if (validAt === undefined && compareInLog(updatable[at]!, updatable[newer]!) >= 0) return [];
      return [{ older: { event: at, passage }, newer: { event: newer, passage: Math.max(0, passageAt(events[newer]!, by.from)) } }];
    }),
  );
}

function updatableOf({ opened, passages, fullText, call }: LoadedEvent): Omit<UpdatableEvent, 'occurredAt'> {
  const { envelope, event, body, supersededBy, redacted } = opened;
  const facts = {
    eventId: envelope.id,
    session: envelope.session,
    ordinal: event.accepted.ordinal,
    isSuperseded: supersededBy !== undefined || redacted,
    passages,
  };
  if (envelope.kind === 'user_message' || envelope.kind === 'agent_message')
    return { ...facts, source: { kind: 'message', key: `${envelope.kind} ${body.meta.agent ?? ''}` } };
  if (call === undefined) return facts;
  // The same call in another session may concern another machine or checkout.
  return {
    ...facts,
    source: { kind: 'result', key: `${envelope.session} ${call}` },
    ...(fullText !== undefined && { text: fullText }),
  };
}

function reordered(
  events: readonly LoadedEvent[],
  updatable: readonly UpdatableEvent[],
  updates: readonly FoundUpdate[],
  wanted: Parameters<typeof orderUpdates>[3],
): LoadedEvent[] {
  if (updates.length === 0) return [...events];
  const scoreOf = ({ event, passage }: { readonly event: number; readonly passage: number }): number =>
    events[event]!.passages[passage]!.score;
  const { order, scores, updatedBy } = orderUpdates(updatable, scoreOf, updates, wanted);
  const marked = events.map((own, at): LoadedEvent => {
    const update = updatedBy.get(at);
    const moved = scores.get(at);
    const passages = own.passages.map((passage, place) => ({ ...passage, score: moved?.get(place) ?? passage.score }));
    const stale = update?.passages.map((place) => own.passages[place]!);
    return {
      ...own,
      passages: passages.sort((a, b) => b.score - a.score),
      ...(update !== undefined && {
        update: { by: nameIn(own, events[update.newer.event]!), newer: events[update.newer.event]!, stale: stale! },
      }),
    };
  });
  return order.map((at) => marked[at]!);
}

/** Names the newer event in the way shown beside the older. */
function nameIn({ opened: { envelope: older } }: LoadedEvent, { opened: { envelope, event } }: LoadedEvent): string {
  return nameInSession(older.session, { session: envelope.session, ordinal: event.accepted.ordinal });
}
