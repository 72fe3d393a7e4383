import { inRequests, TotalRecallApiError, type NewEventWire, type SessionClient } from '@total-recall/client';
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
const CHARACTERS_A_CALL = 8 * 1024 * 1024;
/** Events at the end of a session that are read to find out what another process has sent. */
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

/** Messages of a session that wait for the log, and what is known to be there; undefined before its end is read. */
interface Outbox {
  readonly waiting: Map<string, HostMessage>;
  sent: Sent | undefined;
}

/** `open` throws as long as the memory cannot be opened, such as without a key; messages wait for it, too. */
export function createRecorder(open: () => SessionClient, origin: Origin): Recorder {
  const outbox: Outbox = { waiting: new Map(), sent: undefined };
  const sender = createSender(open, outbox, origin);
  let last: Promise<void> = Promise.resolve();
  /** Calls that look at the end of the log before they take their messages. */
  let looking = 0;

  function take(messages: readonly HostMessage[]): void {
    const { waiting, sent } = outbox;
    // Messages are taken in their order, so what stands before a known one is known, under whatever id a host shows it.
    const known = messages.map(keyOf).findLastIndex((key) => waiting.has(key) || sent?.keys.has(key) === true);
    for (const message of messages.slice(known + 1)) if (waiting.size < WAITING_MESSAGES) waiting.set(keyOf(message), message);
  }

  async function lookAndSend(messages: readonly HostMessage[]): Promise<void> {
    try {
      await sender.look();
      take(messages);
    } catch (error) {
      // A long history is found in the transcript again.
      if (messages.length <= WAITING_MESSAGES) take(messages);
      throw error;
    } finally {
      looking -= 1;
    }
    await sender.send();
  }

  return {
    follow(messages) {
      // The end of the log says where a history goes on that is longer than what may wait; else its beginning would wait.
      const looksFirst = outbox.sent === undefined && (looking > 0 || messages.length > WAITING_MESSAGES);
      if (!looksFirst) take(messages);
      const run = last.then(() => (looksFirst ? lookAndSend(messages) : sender.send()));
      looking += Number(looksFirst);
      last = run.catch(() => undefined);
      return run;
    },
  };
}

interface Sender {
  /** Reads the end of the log, where that is not known yet. */
  look(): Promise<Sent>;
  /** Sends all that waits, and takes it out once it is in the log. */
  send(): Promise<void>;
}

function createSender(open: () => SessionClient, outbox: Outbox, { parent, parentAgent }: Origin): Sender {
  const { waiting } = outbox;

  async function lookBack(): Promise<Sent> {
    const found = await readTail(open());
    const known = [...waiting.keys()].findLastIndex((key) => found.keys.has(key));
    for (const key of [...waiting.keys()].slice(0, known + 1)) {
      found.keys.add(key);
      waiting.delete(key);
    }
    return found;
  }

  const look = async (): Promise<Sent> => (outbox.sent ??= await lookBack());

  async function append(before: number, own: readonly NewEventWire[]): Promise<void> {
    const events = own.map((event, at) => ({ ...event, sequence: before + at + 1 }));
    if (events.length > 0) await open().append(before === 0 ? withParent(events, parent()) : events, { source: SOURCE });
  }

  async function sendAll(): Promise<void> {
    const sent = await look();
    let most = EVENTS_A_CALL;
    while (waiting.size > 0) {
      const batch = nextBatch(waiting, parentAgent, most);
      let kept = 0;
      try {
        for (const some of inRequests(batch.flatMap(({ events }) => events))) {
          await append(sent.sequence + kept, some);
          kept += some.length;
        }
      } catch (error) {
        if (!isRefused(error)) throw error;
        // The service never takes one of them: it is found alone, and a note stands for it.
        if (batch.length > 1) {
          most = 1;
          continue;
        }
        await append(sent.sequence + kept, [noteOf(batch[0]!.events[0]!, error)]);
        kept += 1;
        most = EVENTS_A_CALL;
      }
      // Not before all are kept: what is sent again has the same sequences, and so is stored once.
      sent.sequence += kept;
      for (const { key } of batch) {
        sent.keys.add(key);
        waiting.delete(key);
      }
    }
  }

  return {
    look,
    async send() {
      try {
        await sendAll();
      } catch (error) {
        // Another process went on with the session; a second look shows what it has sent.
        if (!(error instanceof TotalRecallApiError) || error.code !== 'sequence_conflict') throw error;
        outbox.sent = undefined;
        await sendAll();
      }
    },
  };
}

/** Returns true for a refusal of what was sent, whoever sends it again. */
function isRefused(error: unknown): error is TotalRecallApiError {
  return error instanceof TotalRecallApiError && [400, 413, 422].includes(error.status);
}

/** Returns what stands in the log for a message that the service does not take. */
function noteOf({ meta }: NewEventWire, { code, message }: TotalRecallApiError): NewEventWire {
  const text = `A message of this session was not kept (${code}): ${message}`;
  return { kind: 'system_note', text, ...(meta && { meta }) };
}

interface Batched {
  readonly key: string;
  readonly events: NewEventWire[];
}

/** Returns the messages of the next call: as many as it may have events and characters, and one at least. */
function nextBatch(waiting: ReadonlyMap<string, HostMessage>, parentAgent: string | undefined, most: number): Batched[] {
  const batch: Batched[] = [];
  let [size, characters] = [0, 0];
  for (const [key, message] of waiting) {
    const events = eventsOfMessage(message, parentAgent);
    size += events.length;
    characters += JSON.stringify(events).length;
    if (batch.length > 0 && (size > most || characters > CHARACTERS_A_CALL)) break;
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
    const last = [];
    // A page may end before its limit where its events are large.
    for (let next: number | undefined = Math.max(1, count - TAIL_EVENTS); next !== undefined;) {
      const page = await session.events({ fromOrdinal: next, limit: TAIL_EVENTS + 1 });
      last.push(...page.events);
      next = page.nextOrdinal;
    }
    return last;
  } catch (error) {
    if (error instanceof TotalRecallApiError && error.code === 'not_found') return [];
    throw error;
  }
}
