import { createHash } from 'node:crypto';
import { LIMITS } from '@total-recall/contracts';
import type { NewEvent, SessionAddress, SessionParent } from '@total-recall/domain';
import type { AppendRequest, AppendResult } from '@total-recall/ports';
import { besideName } from '../ids/beside-name.ts';
import { conflictAt } from './conflict-at.ts';
import { isNoteOfHarness } from './is-note-of-harness.ts';
import { alikeFromStart, hashOfSent, type SentEvents } from './sent-events.ts';

// Half of the log's largest batch, so that envelopes and sealing fit beside the text.
const BATCH_TEXT_BYTES = 512 * 1024;
/** Bytes of events as JSON in one append, files in base64: a request has 32 MiB. */
const BATCH_JSON_BYTES = 24 * 1024 * 1024;
const BATCH_EVENTS = 200;
/** Longest chain of forks that one call follows: a conversation may have been edited as often, each time in its last branch. */
const FORKS_FOLLOWED = 100;

/** Events of a session from some sequence on, each with its sequence. */
export interface Branch {
  readonly session: string;
  readonly source: string;
  readonly events: readonly NewEvent[];
  /** The same as earlier versions read it, where that is another: what the log has so goes on so. */
  readonly asBefore?: readonly NewEvent[];
  /** Said on the first of the events where they begin a session. */
  readonly parent?: SessionParent;
}

export interface AppendedBranch {
  readonly session: string;
  readonly source: string;
  readonly parent?: SessionParent;
  /** Number of events that the branch had to hold. */
  readonly events: number;
  readonly lastSequence: number;
  readonly appended: number;
  readonly duplicates: number;
  readonly position?: string;
  /** True where the log has it as earlier versions read it. */
  readonly isAsBefore?: boolean;
}

export type AppendToLog = (request: AppendRequest) => Promise<AppendResult>;

/**
 * Appends a session. If it contradicts what was appended before under its source, appends the rest from there on as a
 * fork, which may fork again; appending the same once more gives the same names and stores nothing. Where that goes
 * further with what earlier versions read, it is that which is appended. `sent` holds what need not be sent again: events
 * are sent from the first on that is another than before, and noted there.
 */
export async function appendBranches(
  place: SessionAddress,
  branch: Branch,
  append: AppendToLog,
  sent?: SentEvents,
): Promise<AppendedBranch[]> {
  const into: AppendedBranch[] = [];
  let next: Branch | undefined = branch;
  for (let forks = 0; next !== undefined; forks++) {
    const { taken, appended, conflict }: Taken = await appendAsRead(place, next, append, sent);
    into.push(appended);
    if (conflict === undefined) break;
    if (forks >= FORKS_FOLLOWED) throw conflict.error;
    next = forkAt(taken, conflict.sequence);
  }
  return into;
}

interface Conflict {
  readonly sequence: number;
  readonly error: unknown;
}

interface Taken {
  /** What was appended; with both readings where these are refused at the same place. */
  readonly taken: Branch;
  readonly appended: AppendedBranch;
  readonly conflict?: Conflict;
}

/** Appends a branch as it is read now, or as it was read before where the log takes more of that. */
async function appendAsRead(place: SessionAddress, branch: Branch, append: AppendToLog, sent?: SentEvents): Promise<Taken> {
  const { asBefore, ...now } = branch;
  const asNow = await appendAll(place, now, append, sent);
  if (asNow.conflict === undefined || asBefore === undefined) return { taken: now, ...asNow };
  const former: Branch = { ...now, events: asBefore };
  const asFormer = await appendAll(place, former, append, sent);
  const [refusedNow, refusedFormer] = [asNow.conflict.sequence, asFormer.conflict?.sequence ?? Infinity];
  if (refusedFormer === refusedNow) return { taken: branch, ...asNow };
  if (refusedFormer < refusedNow) return { taken: now, ...asNow };
  return { taken: former, ...asFormer, appended: { ...asFormer.appended, isAsBefore: true } };
}

/**
 * Builds a fork, named after its first event so that the same contradiction gives the same name: as earlier versions read
 * it, and what the program around a model wrote as when it was kept as a message of its user.
 */
function forkAt({ session, source, events, asBefore }: Branch, sequence: number): Branch {
  const rest = restFrom(events, sequence);
  const former = asBefore && restFrom(asBefore, sequence);
  const first = former?.[0] ?? rest[0]!;
  const { text, call } = first;
  const kind = isNoteOfHarness(first) ? 'user_message' : first.kind;
  const name = `fork-${createHash('sha256')
    .update(JSON.stringify([sequence, kind, text, call]))
    .digest('hex')
    .slice(0, 8)}`;
  return {
    session: besideName(session, name),
    source: besideName(source, name),
    events: rest,
    ...(former && { asBefore: former }),
    parent: { session, source, sequence: sequence - 1 },
  };
}

/** Returns the events from a sequence on, numbered anew. */
function restFrom(events: readonly NewEvent[], sequence: number): NewEvent[] {
  return events.filter((event) => event.sequence! >= sequence).map((event, at) => ({ ...event, sequence: at + 1 }));
}

async function appendAll(
  place: SessionAddress,
  { session, source, events, parent }: Omit<Branch, 'asBefore'>,
  append: AppendToLog,
  sent?: SentEvents,
): Promise<Omit<Taken, 'taken'>> {
  let appended = 0;
  let duplicates = 0;
  let position: string | undefined;
  let conflict: Conflict | undefined;
  const [first, ...rest] = events;
  const told = first && parent ? [{ ...first, meta: { ...first.meta, parent } }, ...rest] : events;
  const hashes = sent ? told.map((event) => hashOfSent(source, event)) : [];
  let known = alikeFromStart(sent?.get(session) ?? [], hashes);
  const send = async (batch: readonly NewEvent[]): Promise<void> => {
    const result = await append({ ...place, session, source, events: batch });
    duplicates += result.events.filter((event) => event.duplicate).length;
    appended += result.events.filter((event) => event.outcome === 'ADD' && !event.duplicate).length;
    position = result.position ?? position;
    known += batch.length;
    sent?.set(session, hashes.slice(0, known));
  };
  for (const batch of batches(told.slice(known))) {
    try {
      await send(batch);
    } catch (error) {
      const at = conflictAt(error);
      if (at === undefined) throw error;
      conflict = { sequence: at, error };
      // The batch was refused as a whole, so the events before the conflict are sent again.
      const before = batch.filter(({ sequence }) => sequence! < at);
      if (before.length > 0) await send(before);
      break;
    }
  }
  const lastSequence = events.at(-1)?.sequence ?? 0;
  return {
    appended: { session, source, ...(parent && { parent }), events: events.length, lastSequence, appended, duplicates, position },
    ...(conflict && { conflict }),
  };
}

function* batches(events: readonly NewEvent[]): Generator<NewEvent[]> {
  let batch: NewEvent[] = [];
  let textBytes = 0;
  let bodyBytes = 0;
  for (const event of events) {
    const text = Math.min(Buffer.byteLength(event.text ?? ''), LIMITS.inlineTextBytes) + Buffer.byteLength(event.call?.arguments ?? '');
    const body = jsonBytes(event);
    const isFull = batch.length >= BATCH_EVENTS || textBytes + text > BATCH_TEXT_BYTES || bodyBytes + body > BATCH_JSON_BYTES;
    if (batch.length > 0 && isFull) {
      yield batch;
      batch = [];
      textBytes = 0;
      bodyBytes = 0;
    }
    batch.push(event);
    textBytes += text;
    bodyBytes += body;
  }
  if (batch.length > 0) yield batch;
}

/** Returns the bytes of an event in the body of a request. */
function jsonBytes({ attachments = [], ...event }: NewEvent): number {
  const files = attachments.reduce((sum, { data }) => sum + Math.ceil(data.byteLength / 3) * 4, 0);
  return Buffer.byteLength(JSON.stringify(event)) + files;
}
