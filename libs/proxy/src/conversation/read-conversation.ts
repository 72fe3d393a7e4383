import { createHash } from 'node:crypto';
import { canonicalArguments, isOfHarness } from '@total-recall/domain';
import { createJsonMeter, createLruMap, type RecentEntries } from '@total-recall/runtime';
import type { Dialect, MessagePart } from '../dialects/dialect.ts';
import { messageText, parseMessage } from '../dialects/message-text.ts';
import { PROXY_LIMITS } from '../limits.ts';
import { sizeOf, type JsonRecord } from '../text/json-values.ts';

/** A message of a request: as it was written, as it reads, and where it stands in its conversation. */
export interface Message {
  /** JSON text, byte for byte as the caller wrote it. */
  readonly raw: string;
  readonly value: JsonRecord;
  readonly parts: readonly MessagePart[];
  /** Hash of each part's content. */
  readonly partHashes: readonly string[];
  /** Hash of everything that is said up to and with this message. */
  readonly chain: string;
  /** The same over all that is sent: of one conversation, some requests have the thinking and others do not. */
  readonly sentChain: string;
}

/** Characters that a message counts for beside its text. */
const MESSAGE_CHARS = 512;

/** Returns how many characters messages count for where they are held. */
export function charsOf(messages: readonly Message[]): number {
  return messages.reduce((sum, { raw }) => sum + raw.length + MESSAGE_CHARS, 0);
}

/** Number of hex digits of a hash that stays in memory or in a name. */
const HASH_DIGITS = 32;

export function hashOf(...texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text.length}:`).update(text);
  return hash.digest('hex').slice(0, HASH_DIGITS);
}

/**
 * Hashes what a part says. Where it stands, marks for a prompt cache and the way it is written take no part: an agent
 * that sends an answer back in another form goes on with the same conversation.
 */
export function partHash({ kind, text, call, isError, thinking, files = [], sealedChars }: MessagePart): string {
  const made =
    call === undefined ? '' : `${call.id} ${kind === 'tool_call' ? `${call.name} ${canonicalArguments(call.arguments ?? '')}` : ''}`;
  const sealed = thinking === undefined ? [] : [thinking.signature ?? '', thinking.redacted ?? ''];
  if (sealedChars !== undefined) sealed.push(`${sealedChars} sealed`);
  const brought = files.map(({ mime, data = '', at = '' }) => `${mime} ${data || at}`);
  return hashOf(kind, text, made, isError === true ? 'error' : '', ...sealed, ...brought);
}

/** Chains hashes of messages, each over all before it. Thinking takes no part: many agents do not send it back. */
function chainOf(before: string, role: string, parts: readonly MessagePart[], hashes: readonly string[]): string {
  return hashOf(before, role, ...hashes.filter((_, at) => parts[at]!.kind !== 'thinking'));
}

/** Chains hashes of all that is sent, for which windows are planned. */
function sentChainOf(before: string, role: string, parts: readonly MessagePart[], hashes: readonly string[]): string {
  const thoughts = parts.flatMap(({ thoughtChars }, at) => (thoughtChars === undefined ? [] : [`${at}: ${thoughtChars} of thoughts`]));
  return hashOf(before, role, ...hashes, ...thoughts);
}

type ReadMessage = Pick<Message, 'value' | 'parts' | 'partHashes'>;

/** Messages that were read before, by their texts: an agent sends its whole history again with each call. */
export interface KnownMessages {
  (dialect: Dialect): RecentEntries<ReadMessage>;
  forget(): void;
}

export function createKnownMessages(): KnownMessages {
  const byDialect = new Map<string, RecentEntries<ReadMessage>>();
  const knownOf = ({ name }: Dialect): RecentEntries<ReadMessage> => {
    const known = byDialect.get(name) ?? createLruMap<ReadMessage>(PROXY_LIMITS.readBytes);
    byDialect.set(name, known);
    return known;
  };
  return Object.assign(knownOf, { forget: () => byDialect.clear() });
}

/**
 * Makes notes of what the program around the model writes in the name of its user, as Claude Code does behind results: as the
 * latest request it would stay in a window, in the place of what was asked. Hashes are those of the message as it was said.
 */
function withNotes(parts: readonly MessagePart[]): readonly MessagePart[] {
  return parts.map((part) => (isNote(part) ? { ...part, kind: 'system_note' } : part));
}

function isNote({ kind, text, files = [] }: MessagePart): boolean {
  return kind === 'user_message' && files.length === 0 && isOfHarness(text);
}

/** Most parts of all messages, and of one. */
type PartLimits = Readonly<Record<'parts' | 'messageParts', number>>;

/** Bytes that an object or a list takes in memory, about. */
const OBJECT_BYTES = 64;

/** Returns true for a call whose arguments have more values than are built. They are a text of JSON within that of the request. */
function isDense({ call }: MessagePart): boolean {
  const args = call?.arguments ?? '';
  if (args.length <= PROXY_LIMITS.values) return false;
  // Depth is no concern here: readers of arguments mind it.
  const meter = createJsonMeter({ jsonDepth: Number.POSITIVE_INFINITY, jsonValues: PROXY_LIMITS.values });
  return meter.add(Buffer.from(args)) !== undefined;
}

/** Reads a message. `allow` is told of its parts before any of them is hashed, and throws where they are too many or too large. */
function readMessage(
  dialect: Dialect,
  raw: string,
  known: RecentEntries<ReadMessage> | undefined,
  allow: (parts: readonly MessagePart[]) => void,
): ReadMessage {
  const before = known?.get(raw);
  if (before) {
    allow(before.parts);
    return before;
  }
  const value = parseMessage(dialect, raw);
  const parts = dialect.readMessage(value);
  allow(parts);
  const read = { value, parts: withNotes(parts), partHashes: parts.map(partHash) };
  // A text that was cut out of a request keeps all of that in memory, and a copy does not.
  known?.set(Buffer.from(raw).toString('utf8'), read, raw.length + sizeOf(read, OBJECT_BYTES));
  return read;
}

/**
 * Reads the messages of a request. A system prompt takes no part in the chain: agents write the time into theirs. Throws
 * a RangeError where they have more parts than `most`, together or in one message, or a call more values than are built.
 */
export function readMessages(dialect: Dialect, raws: readonly string[], seed: string, known?: KnownMessages, most?: PartLimits): Message[] {
  const recent = known?.(dialect);
  let left = most?.parts ?? Number.POSITIVE_INFINITY;
  const allow = (parts: readonly MessagePart[]): void => {
    left -= parts.length;
    if (left < 0) throw new RangeError(`The messages have more than ${most?.parts} parts.`);
    if (most && parts.length > most.messageParts) throw new RangeError(`A message has more than ${most.messageParts} parts.`);
    if (parts.some(isDense)) throw new RangeError('The arguments of a call have too many values.');
  };
  const read = raws.map((raw) => readMessage(dialect, raw, recent, allow));
  const headLength = dialect.headLength(read.map(({ value }) => value));
  let chain = seed;
  let sentChain = '';
  return read.map((message, at) => {
    const { value, parts, partHashes } = message;
    if (at >= headLength) {
      chain = chainOf(chain, String(value.role), parts, partHashes);
      sentChain = sentChainOf(sentChain, String(value.role), parts, partHashes);
    }
    return { raw: raws[at]!, value, parts, partHashes, chain, sentChain };
  });
}

/** Reads an answer that follows a message: one message, or several where tools of the vendor's answered within it. */
export function followMessages(dialect: Dialect, before: Message, answer: JsonRecord): Message[] {
  let { chain, sentChain } = before;
  return (dialect.splitAnswer?.(answer) ?? [answer]).map((value) => {
    const parts = dialect.readMessage(value);
    const partHashes = parts.map(partHash);
    chain = chainOf(chain, String(value.role), parts, partHashes);
    sentChain = sentChainOf(sentChain, String(value.role), parts, partHashes);
    return { raw: messageText(dialect, value), value, parts, partHashes, chain, sentChain };
  });
}
