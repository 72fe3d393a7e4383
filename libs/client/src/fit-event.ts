import type { NewEvent } from './wire/wire-types.ts';

/** Most bytes of a text and of arguments, and characters of the id and the name of a call. */
const TEXT_BYTES = 16 * 1024 * 1024;
const ARGUMENTS_BYTES = 1024 * 1024;
const LABEL_CHARS = 128;

/**
 * Returns an event as an append takes it: one that is too large would be refused for ever, and what follows it with it. A
 * text keeps its beginning and says how much is left out, and arguments that are too long stand in it; a long id or name
 * of a call ends with a hash.
 */
export function fitEvent(event: NewEvent): NewEvent {
  const { text, call } = event;
  const written = call?.arguments;
  const isLong = written !== undefined && exceeds(written, ARGUMENTS_BYTES);
  const said = isLong ? written : text;
  return {
    ...event,
    ...(said === undefined ? {} : { text: beginningOf(said) }),
    ...(call && { call: { ...call, id: labelOf(call.id), name: labelOf(call.name), ...(isLong && { arguments: '{}' }) } }),
  };
}

/** Returns events in groups, each of which a request has room for beside their files. */
export function inRequests<T extends NewEvent>(events: readonly T[]): T[][] {
  const groups: T[][] = [[]];
  let chars = 0;
  for (const event of events) {
    const own = (event.text?.length ?? 0) + (event.attachments ?? []).reduce((sum, { data }) => sum + data.length, 0);
    chars += own;
    if (groups.at(-1)!.length === REQUEST_EVENTS || (chars > REQUEST_CHARS && groups.at(-1)!.length > 0)) {
      groups.push([]);
      chars = own;
    }
    groups.at(-1)!.push(event);
  }
  return groups;
}

/** Events of a request, and characters of those in it that are not alone. */
const REQUEST_EVENTS = 500;
const REQUEST_CHARS = 8_000_000;

function exceeds(text: string, bytes: number): boolean {
  return text.length * 3 > bytes && Buffer.byteLength(text) > bytes;
}

function beginningOf(text: string): string {
  if (!exceeds(text, TEXT_BYTES)) return text;
  const size = Buffer.byteLength(text);
  // A character of one UTF-16 unit has three bytes at most.
  const kept = text.slice(0, Math.floor((TEXT_BYTES - 200) / 3)).toWellFormed();
  return `${kept}\n[${size - Buffer.byteLength(kept)} of ${size} bytes left out: an event has ${TEXT_BYTES} at most]`;
}

function labelOf(label: string): string {
  return label.length <= LABEL_CHARS ? label : `${label.slice(0, LABEL_CHARS - 17).toWellFormed()}~${hashOf(label)}`;
}

/** A hash of 64 bits (FNV-1a): names of one conversation are told apart, and nothing of it is secret. */
function hashOf(text: string): string {
  let hash = 0xcbf29ce484222325n;
  for (const byte of Buffer.from(text)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * 0x100000001b3n);
  return hash.toString(16).padStart(16, '0');
}
