import { sha256 } from './sha-256.ts';
import type { NewEvent } from '../wire/wire-types.ts';

/** Most bytes of a text and of arguments, and characters of the id and the name of a call. */
const TEXT_BYTES = 16 * 1024 * 1024;
const ARGUMENTS_BYTES = 1024 * 1024;
const LABEL_CHARS = 128;
/** Most bytes of an event as JSON, files and all: a request has 32 MiB. */
const EVENT_BYTES = 32_000_000;
/** Bytes of a text as JSON that an event has room for beside any files and arguments that it may have. */
const SMALL_BYTES = 1_000_000;
/** Most bytes of a UTF-16 unit in JSON: of a control character, as `\u0000`. */
const ESCAPED = 6;
/** Events of a request, and bytes of those in it that are not alone. */
const REQUEST_EVENTS = 500;
const REQUEST_BYTES = 8_000_000;

/**
 * Returns an event as an append takes it: one that is too large would be refused for ever, and what follows it with it. A
 * text keeps its beginning and says how much is left out, and arguments that are too long stand in it; a long id or name
 * of a call ends with a hash. Files are left as they are; `withFiles` parts those that no event has room for.
 */
export function fitEvent(event: NewEvent): NewEvent {
  const { text, call, thinking } = event;
  const written = call?.arguments;
  const isLong = written !== undefined && exceeds(written, ARGUMENTS_BYTES);
  const said = isLong ? written : text;
  const fitted = {
    ...event,
    ...(call && { call: { ...call, id: fitLabel(call.id), name: fitLabel(call.name), ...(isLong && { arguments: '{}' }) } }),
    ...(thinking?.callId !== undefined && { thinking: { ...thinking, callId: fitLabel(thinking.callId) } }),
  };
  if (said === undefined) return fitted;
  const isSmall = said.length * ESCAPED <= SMALL_BYTES;
  return { ...fitted, text: isSmall ? said : beginningOf(said, EVENT_BYTES - jsonBytes({ ...fitted, text: '' })) };
}

/** Returns the bytes of an event in a request. */
export function jsonBytes(value: NewEvent | string): number {
  return utf8Bytes(JSON.stringify(value));
}

/** Returns events in groups, each of which a request has room for beside their files. */
export function inRequests<T extends NewEvent>(events: readonly T[]): T[][] {
  const groups: T[][] = [[]];
  let bytes = 0;
  for (const event of events) {
    const own = jsonBytes(event);
    bytes += own;
    if (groups.at(-1)!.length === REQUEST_EVENTS || (bytes > REQUEST_BYTES && groups.at(-1)!.length > 0)) {
      groups.push([]);
      bytes = own;
    }
    groups.at(-1)!.push(event);
  }
  return groups;
}

const encoder = new TextEncoder();

/** Returns the bytes of a text in UTF-8, in any runtime. */
function utf8Bytes(text: string): number {
  return encoder.encode(text).length;
}

function exceeds(text: string, bytes: number): boolean {
  return text.length * 3 > bytes && utf8Bytes(text) > bytes;
}

/** Returns as much of a text as an event has room for: `room` in bytes as JSON, and what any text may have. */
function beginningOf(given: string, room: number): string {
  const text = given.toWellFormed();
  const size = utf8Bytes(text);
  // Every client cuts by UTF-16 units, as several may write one session; half a character at the cut becomes U+FFFD.
  const begin = (units: number): string => text.slice(0, units).toWellFormed();
  // A character of one UTF-16 unit has three bytes at most.
  const most = size > TEXT_BYTES ? Math.floor((TEXT_BYTES - 200) / 3) : text.length;
  const isOverRoom = jsonBytes(begin(most)) > room - 200;
  if (most === text.length && !isOverRoom) return given;
  const kept = begin(isOverRoom ? Math.max(0, Math.floor((room - 200) / ESCAPED)) : most);
  const why = isOverRoom ? 'a request has no room for them' : `an event has ${TEXT_BYTES} at most`;
  return `${kept}\n[${size - utf8Bytes(kept)} of ${size} bytes left out: ${why}]`;
}

/** Returns the id or the name of a call as an event has it: the same in every client, as several may write one session. */
export function fitLabel(given: string): string {
  const label = given.toWellFormed();
  return label.length <= LABEL_CHARS ? label : `${label.slice(0, LABEL_CHARS - 17).toWellFormed()}~${sha256(label).slice(0, 16)}`;
}
