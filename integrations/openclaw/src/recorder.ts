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

/** `parent` is asked for the session that started this one, when its first event is sent. */
export function createRecorder(session: SessionClient, parent: () => string | undefined): Recorder {
  const waiting = new Map<string, HostMessage>();
  let sent: Sent | undefined;
  let last: Promise<void> = Promise.resolve();

  async function lookBack(): Promise<Sent> {
    const found = await readTail(session);
    const known = [...waiting.keys()].findLastIndex((key) => found.keys.has(key));
    // Messages are sent in their order: what comes before a known one was sent before it.
    for (const key of [...waiting.keys()].slice(0, known + 1)) {
      found.keys.add(key);
      waiting.delete(key);
    }
    return found;
  }

  async function send(): Promise<void> {
    sent ??= await lookBack();
    while (waiting.size > 0) {
      const batch = nextBatch(waiting);
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
      for (const message of messages) {
        const key = keyOf(message);
        if (!sent?.keys.has(key) && waiting.size < WAITING_MESSAGES && !waiting.has(key)) waiting.set(key, message);
      }
      const run = last.then(sendAgain);
      last = run.catch(() => undefined);
      return run;
    },
  };
}

function nextBatch(waiting: ReadonlyMap<string, HostMessage>): { key: string; events: NewEventWire[] }[] {
  const batch: { key: string; events: NewEventWire[] }[] = [];
  let size = 0;
  for (const [key, message] of waiting) {
    const events = eventsOfMessage(message);
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
