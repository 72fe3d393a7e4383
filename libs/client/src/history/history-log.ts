import { TotalRecallApiError } from '../calls/api-error.ts';
import { createBranches, questionOf } from './history-branches.ts';
import type { CallOptions } from '../calls/json-call.ts';
import type { NewEventWire, SessionClient } from '../clients/session-client.ts';

/** Events, and characters of them as JSON, in one request. */
const CHUNK = 200;
const CHUNK_CHARS = 4_000_000;
const EDITED = 'The conversation was edited: what follows stands in the place of what was said behind this point before.';

/** Result of an append of a conversation. */
export interface Appended {
  /** True where an event was new to the log. */
  isNew: boolean;
  lastId?: string;
}

/** Creates what is known of the log: the events that a conversation has there, and in which branches they stand. */
export function createHistoryLog(session: Pick<SessionClient, 'append'>, writer: string | undefined) {
  const run = crypto.randomUUID();
  const { top, notes, leave, next, loseName, popTo } = createBranches(writer);
  let said: NewEventWire[] = [];
  let known: string[] = [];
  /** Tells apart what is sent without a name from the same places of a conversation. */
  let epoch = 0;
  /** Events that were sent without a name and may be in the log: sent again as they were, they are stored once. */
  let unsure: readonly string[] | undefined;

  /** Appends events that stand behind what is known, in one request with the note that a branch begins with. */
  async function send(events: readonly NewEventWire[], told: readonly string[], into: Appended, options: CallOptions): Promise<void> {
    const { source, isNoted } = top();
    const sent: NewEventWire[] = isNoted ? [...events] : [{ kind: 'system_note', text: EDITED }, ...events];
    const first = known.length + notes() + (isNoted ? 1 : 0);
    if (source === undefined) unsure = told;
    const { events: stored } = await session.append(
      source === undefined ? sent : sent.map((event, at) => ({ ...event, sequence: first + at })),
      { ...options, ...(source === undefined ? { idempotencyKey: `${run}.${epoch}.${first}.${sent.length}` } : { source }) },
    );
    unsure = undefined;
    top().isNoted = true;
    into.isNew ||= stored.some(({ duplicate }) => !duplicate);
    into.lastId = stored.at(-1)!.id;
    said.push(...events);
    known.push(...told);
  }

  /** Begins a branch without a name, for events that no conflict will tell to be edited ones. */
  function leaveUnnamed(): void {
    [epoch, unsure] = [epoch + 1, undefined];
    leave(known.length);
  }

  /** Returns how many events go in the next request. */
  function lengthOfNext(told: readonly string[]): number {
    if (unsure?.every((text, at) => text === told[known.length + at])) return unsure.length;
    // Something else may be in the log by now, which what follows takes the place of.
    if (unsure) leaveUnnamed();
    return chunkLength(told, known.length);
  }

  /** Forgets what stands behind a number of events. An edit before another one leaves the branch of that. */
  function goBack(length: number): void {
    if (length >= known.length) return;
    known = known.slice(0, length);
    said = said.slice(0, length);
    popTo(length);
    if (top().source === undefined) leaveUnnamed();
  }

  /** Handles a refused append, so that it can be tried again in another branch; throws what cannot be handled. */
  async function takeRefusal(error: unknown, events: readonly NewEventWire[], told: readonly string[]): Promise<void> {
    if (error instanceof TotalRecallApiError && error.status < 500) unsure = undefined;
    if (top().source !== undefined && isFull(error)) {
      epoch += 1;
      return loseName();
    }
    const same = conflictAt(error) - notes() - 1;
    // Only the note stands before what is known: where that is another event, another writer has the name of the branch.
    if (!(same >= known.length || (same === known.length - 1 && !top().isNoted))) throw error;
    top().isNoted = true;
    said.push(...events.slice(known.length, same));
    known.push(...told.slice(known.length, same));
    // From the question on, where a branch begins in any case, so that every process finds it.
    if (same >= known.length) goBack(questionOf(events.slice(0, same + 1)));
    await next(known.length, []);
  }

  return {
    isNamed: () => top().source !== undefined,
    goBack,
    branch: (sources: readonly string[]) => next(known.length, sources),
    compare: (handed: readonly NewEventWire[]) => compare(known, said, handed),
    async appendRest(events: readonly NewEventWire[], told: readonly string[], into: Appended, options: CallOptions): Promise<void> {
      while (known.length < events.length) {
        const [from, to] = [known.length, known.length + lengthOfNext(told)];
        try {
          await send(events.slice(from, to), told.slice(from, to), into, options);
        } catch (error) {
          await takeRefusal(error, events, told);
        }
      }
    },
  };
}

/**
 * Compares a conversation with what is known: how much of it is the same, and whether that is all of it. Puts back the
 * beginning of one that comes without, and the seals that its framework does not hand back.
 */
function compare(known: readonly string[], said: readonly NewEventWire[], handed: readonly NewEventWire[]) {
  const kept = said.map((event, at): Told => ({ event, told: known[at]! }));
  const given = handed.map((event): Told => ({ event, told: toldOf(event) }));
  const left = beginningOf(kept, given);
  const all = [...kept.slice(0, left), ...withSealsOf(kept.slice(left), given)];
  const events = all.map(({ event }) => event);
  const told = all.map((one) => one.told);
  const firstOther = known.findIndex((text, at) => text !== told[at]);
  const same = firstOther < 0 ? known.length : firstOther;
  const isOther = known.length > same;
  return {
    events,
    told,
    isSeen: known.length > 0,
    same,
    isShorter: isOther && same === told.length,
    isEdited: isOther && same < told.length,
  };
}

/** An event, and what it says as a text. */
interface Told {
  readonly event: NewEventWire;
  readonly told: string;
}

/** Returns true for sealed thinking, or the seal of a call: frameworks hand it back, or not, or without its seal. */
const isSealed = ({ event: { thinking } }: Told): boolean => thinking !== undefined;

/** Returns how many events of what is known stand before a conversation that lacks its beginning. */
function beginningOf(kept: readonly Told[], given: readonly Told[]): number {
  const places = kept.flatMap((one, at) => (isSealed(one) ? [] : [at]));
  const said = places.map((at) => kept[at]!);
  const left = leftOut(
    said.map(({ told }) => told),
    said.map(({ event }) => event),
    given.filter((one) => !isSealed(one)).map(({ told }) => told),
  );
  return left === 0 ? 0 : places[left]!;
}

/** Puts the seals of what is known into a conversation, as far as the two are the same, in the place of those that it has. */
function withSealsOf(kept: readonly Told[], given: readonly Told[]): Told[] {
  const all: Told[] = [];
  let next = 0;
  let from = 0;
  for (const [at, one] of given.entries()) {
    if (isSealed(one)) continue;
    let to = next;
    while (to < kept.length && isSealed(kept[to]!)) to += 1;
    if (kept[to]?.told !== one.told) break;
    all.push(...kept.slice(next, to + 1));
    [next, from] = [to + 1, at + 1];
  }
  return [...all, ...given.slice(from)];
}

/** Returns how many events from a place on go in one request. */
function chunkLength(told: readonly string[], from: number): number {
  let [length, chars] = [0, 0];
  while (length < CHUNK && from + length < told.length) {
    chars += told[from + length]!.length;
    if (length > 0 && chars > CHUNK_CHARS) break;
    length += 1;
  }
  return length;
}

/**
 * Returns what was said. Which events are of one answer is no part of it, as frameworks put answers together; nor is when
 * it was. Arguments that are no object of JSON are as none, which some frameworks hand back in their place.
 */
function toldOf(event: NewEventWire): string {
  const { call } = event;
  const written = call?.arguments === undefined || isObject(call.arguments) ? call : { ...call, arguments: '{}' };
  return JSON.stringify({ ...event, call: written, messageId: undefined, occurredAt: undefined });
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

/**
 * Returns how many events a conversation lacks at its beginning: it then begins within what is known, and has at least two
 * events of it that not only a user said. Of several places the one counts from which on the most is the same, the last
 * one of these.
 */
function leftOut(known: readonly string[], said: readonly NewEventWire[], told: readonly string[]): number {
  if (known.length === 0 || told.length === 0 || told[0] === known[0]) return 0;
  let [left, most] = [0, 1];
  // No place counts any more once fewer events are left than were the same elsewhere.
  for (let from = known.indexOf(told[0]!, 1); from >= 0 && known.length - from >= most; from = known.indexOf(told[0]!, from + 1)) {
    let length = 1;
    while (length < told.length && from + length < known.length && told[length] === known[from + length]) length++;
    const isOurs = said.slice(from, from + length).some(({ kind }) => kind !== 'user_message');
    if (length > 1 && isOurs && length >= most) [left, most] = [from, length];
  }
  return left;
}

/** Returns true where a session knows as many writers as it may. */
function isFull(error: unknown): boolean {
  return error instanceof TotalRecallApiError && error.code === 'invalid_request' && /at most \d+ sources/.test(error.message);
}

function conflictAt(error: unknown): number {
  if (!(error instanceof TotalRecallApiError) || error.code !== 'sequence_conflict') return Number.NaN;
  return Number(error.details?.['sequence']);
}
