import { gunzipSync, gzipSync } from 'node:zlib';
import { roleOf } from '../dialects/responses-items.ts';
import { PROXY_LIMITS } from '../limits.ts';
import type { Place } from '../memory/record-conversations.ts';
import { isRecord, parseRecord, type JsonRecord } from '../text/json-values.ts';
import { hashOf } from './read-conversation.ts';

/** Begins the content of compaction items that this proxy has made; another reader sees that it is not its own. */
const PREFIX = 'trc1.';
const NAME = /^[A-Za-z0-9][A-Za-z0-9._:@-]{0,127}$/;
const HEAD_ROLES = new Set(['system', 'developer']);
const NO_ROOM = 'There is no room for what a compaction item holds.';

/** Takes memory for what a request unpacks to. Returns false, and takes none, where it does not fit. */
export type TakeBytes = (bytes: number) => boolean;

/** Bounds an item by what the process that opens it has left. */
export interface ItemRoom {
  readonly take?: TakeBytes;
  /** Counts the values of a JSON text. Returns false where a request has more, with it, than are built. */
  readonly meter?: (json: Uint8Array) => boolean;
}

/** A window in place of a history, and where the log goes on behind it. */
export interface Compacted {
  /** Texts of the items. */
  readonly raws: readonly string[];
  readonly session: string;
  /** Absent where the log could not take the history. */
  readonly place?: Place;
}

export interface OpenedCompaction extends Compacted {
  /** Number of items, then of messages, that stand for the history; the head is among them. */
  readonly length: number;
}

/** Writes the item. It holds the window word for word, so it needs nothing of ours but a reader: no key, no state. */
export function compactionItem({ raws, session, place }: Compacted): JsonRecord {
  const held = JSON.stringify({ raws, session, ...(place && { place }) });
  return { id: `cmp_${hashOf(held)}`, type: 'compaction', encrypted_content: PREFIX + gzipSync(held).toString('base64url') };
}

/**
 * Puts the window of our last compaction in the place of what stands before it. What a caller says in system and
 * developer messages there stays, at the front. Undefined where there is none of ours. Throws where there is no room for
 * its bytes or its values.
 */
export function openCompaction(raws: readonly string[], room: ItemRoom = {}): OpenedCompaction | undefined {
  const values = raws.map((raw) => JSON.parse(raw) as JsonRecord);
  const at = values.findLastIndex(isOurs);
  if (at < 0) return undefined;
  const held = readHeld(String(values[at]!.encrypted_content), room);
  const known = new Set(held.raws);
  const head = raws.slice(0, at).filter((raw, before) => HEAD_ROLES.has(roleOf(values[before]!)) && !known.has(raw));
  return { ...held, raws: [...head, ...held.raws, ...raws.slice(at + 1)], length: head.length + held.raws.length };
}

export function isOurs({ type, encrypted_content: content }: JsonRecord): boolean {
  return type === 'compaction' && typeof content === 'string' && content.startsWith(PREFIX);
}

/**
 * Reads what an item holds. It is unpacked at once: that takes as long as building its JSON behind it, about 4 ms for each
 * MiB, and items that unpack beside each other would hold bytes that no room was taken for.
 */
function readHeld(content: string, { take = () => true, meter = () => true }: ItemRoom): Compacted {
  const bytes = gunzipSync(Buffer.from(content.slice(PREFIX.length), 'base64url'), { maxOutputLength: PROXY_LIMITS.bodyBytes });
  if (!take(bytes.length) || !meter(bytes)) throw new RangeError(NO_ROOM);
  const { raws, session, place } = parseRecord(bytes.toString('utf8')) ?? {};
  const isBounded = Array.isArray(raws) && raws.length <= PROXY_LIMITS.messages;
  const isList = isBounded && raws.every((raw) => typeof raw === 'string' && isMessage(raw, meter));
  if (!isList || typeof session !== 'string' || !NAME.test(session)) throw new TypeError('This is no compaction item of the proxy.');
  return { raws, session, ...(isPlace(place) && { place }) };
}

/** Returns true for the text of an object. A text of JSON within JSON has values of its own: they are counted before they are built. */
function isMessage(raw: string, meter: NonNullable<ItemRoom['meter']>): boolean {
  if (!meter(Buffer.from(raw))) throw new RangeError(NO_ROOM);
  return parseRecord(raw) !== undefined;
}

function isPlace(place: unknown): place is Place {
  return (
    isRecord(place) &&
    typeof place.session === 'string' &&
    NAME.test(place.session) &&
    typeof place.source === 'string' &&
    Number.isSafeInteger(place.sequence) &&
    (place.sequence as number) >= 0
  );
}
