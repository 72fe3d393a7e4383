import { TotalRecallApiError, type NewEventWire, type SessionClient } from '@total-recall/client';
import type { HostMessage } from './host-api.ts';
import { eventsOfMessage, keyOf } from './message-events.ts';

/** Keeps one session in step with its transcript. */
export interface Recorder {
  /**
   * Appends the messages that were not sent yet. They may overlap with earlier ones, and begin anywhere. What cannot be
   * sent goes with the next call, in its order; rejects with the reason.
   */
  follow(messages: readonly HostMessage[]): Promise<void>;
}

/** Name of the writer within a session, which counts its events. */
const SOURCE = 'openclaw';
const EVENTS_A_CALL = 200;
/** How far back the end of a session is read to find out what another process has sent. */
const TAIL_EVENTS = 200;
/** Messages that wait for a service that is away. Later ones are found in the transcript again. */
const WAITING_MESSAGES = 2_000;

interface Sent {
  /** Keys of messages that are in the log. */
  readonly keys: Set<string>;
  sequence: number;
}

/** Parentage of a session. */
export interface Origin {
  /** Asked for the session that started this one, or that it goes on with, when its first event is sent. */
  readonly parent: () => string | undefined;
  /** The agent that gives this one its tasks, which are then no words of a person. */
  readonly parentAgent?: string;
}

/** `open` throws as long as the memory cannot be opened, such as without a key; messages wait for it, too. */
export function createRecorder(open: () => SessionClient, { parent, parentAgent }: Origin): Recorder {
  const waiting = new Map<string, HostMessage>();
  let sent: Sent | undefined;
  let last: Promise<void> = Promise.resolve();
  const isKnown = (key: string): boolean => waiting.has(key) || sent?.keys.has(key) === true;

  async function lookBack(session: SessionClient): Promise<Sent> {
    const found = await readTail(session);
    const known = [...waiting.keys()].findLastIndex((key) => found.keys.has(key));
    for (const key of [...waiting.keys()].slice(0, known + 1)) {
      found.keys.add(key);
      waiting.delete(key);
    }
    return found;
  }

  async function send(): Promise<void> {
    const session = open();
    sent ??= await lookBack(session);
    while (waiting.size > 0) {
      const batch = nextBatch(waiting, parentAgent);
      const first = sent.sequence + 1;
      const events = batch.flatMap(({ events: own }) => own).map((event, at) => ({ ...event, sequence: first + at }));
      if (events.length > 0) await session.append(first === 1 ? withParent(events, parent()) : events, { source: SOURCE });
      sent.sequence += events.length;
      for (const { key } of batch) {
        sent.keys.add(key);
        waiting.delete(key);
      }
    }
  }

  async function sendAgain(): Promise<void> {
    try {
      await send();
    } catch (error) {
      // Another process went on with the session; a second look shows what it has sent.
      if (!(error instanceof TotalRecallApiError) || error.code !== 'sequence_conflict') throw error;
      sent = undefined;
      await send();
    }
  }

  return {
    follow(messages) {
      // Messages are taken in their order, so what stands before a known one is known, under whatever id a host shows it.
      const known = messages.findLastIndex((message) => isKnown(keyOf(message)));
      for (const message of messages.slice(known + 1)) if (waiting.size < WAITING_MESSAGES) waiting.set(keyOf(message), message);
      const run = last.then(sendAgain);
      last = run.catch(() => undefined);
      return run;
    },
  };
}

function nextBatch(waiting: ReadonlyMap<string, HostMessage>, parentAgent: string | undefined): { key: string; events: NewEventWire[] }[] {
  const batch: { key: string; events: NewEventWire[] }[] = [];
  let size = 0;
  for (const [key, message] of waiting) {
    const events = eventsOfMessage(message, parentAgent);
    size += events.length;
    if (batch.length > 0 && size > EVENTS_A_CALL) break;
    batch.push({ key, events });
  }
  return batch;
}

function withParent([first, ...rest]: readonly NewEventWire[], session: string | undefined): NewEventWire[] {
  return [session === undefined ? first! : { ...first!, meta: { ...first!.meta, parent: { session } } }, ...rest];
}

async function readTail(session: SessionClient): Promise<Sent> {
  const keys = new Set<string>();
  let sequence = 0;
  for (const { body } of await lastEvents(session)) {
    const key = body?.meta.extra?.['openclaw'];
    if (typeof key === 'string') keys.add(key);
    if (body?.origin?.source === SOURCE) sequence = Math.max(sequence, body.origin.sequence ?? 0);
  }
  return { keys, sequence };
}

async function lastEvents(session: SessionClient) {
  try {
    const { events: count } = await session.get();
    return (await session.events({ fromOrdinal: Math.max(1, count - TAIL_EVENTS), limit: TAIL_EVENTS + 1 })).events;
  } catch (error) {
    if (error instanceof TotalRecallApiError && error.code === 'not_found') return [];
    throw error;
  }
}
