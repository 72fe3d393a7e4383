import { partHash, type Message } from '../conversation/read-conversation.ts';
import type { Dialect, MessagePart } from '../dialects/dialect.ts';
import { parseMessage } from '../dialects/message-text.ts';
import { elementTexts } from '../text/json-spans.ts';
import { isRecord, parseRecord, recordsIn, type JsonRecord } from '../text/json-values.ts';
import { ENDED_WITHIN } from './answer-form.ts';

/** Claims to stand in place of an answer: texts of messages, and results within the message behind them. */
interface Said {
  readonly messages: readonly string[];
  readonly results: readonly JsonRecord[];
}

interface Told {
  readonly text: string;
  readonly rest: string;
}

/** Names that tools of ours may have. */
const OWN_NAME = /^(?:memory_)*(?:recall|open)$/;
/** Types of what calls and answers them. What has another one is run by the vendor, some of it once it is approved. */
const OWN_TYPES: ReadonlySet<unknown> = new Set(['tool_use', 'tool_result', 'function_call', 'function_call_output']);

/**
 * Returns true for an exchange that says of an answer what its caller has, and beside that nothing but thoughts, and calls
 * of ours with their results. Whoever may write to a space may have written it. What has one of the names in `taken` is a
 * tool of the caller's.
 */
export function isOfAnswer(
  dialect: Dialect,
  { messages, results }: Said,
  answered: readonly Message[],
  taken: ReadonlySet<unknown> = new Set(),
): boolean {
  const given: readonly JsonRecord[] = results.length > 0 ? [{ role: 'user', content: results }] : [];
  const texts = messages.flatMap((text) => elementTexts(`[${text}]`));
  const said = [...texts.map((text) => parseMessage(dialect, text)), ...given].map((message) => ({
    isAnswer: message.role === 'assistant',
    isRead: isReadWhole(message),
    parts: dialect.readMessage(message),
    blocks: blocksIn(message),
  }));
  const mayBeSaid = said.every(({ isAnswer, isRead, parts }) => isRead && parts.length > 0 && (isAnswer || parts.every(isResult)));
  const ours = oursIn(
    said.flatMap(({ parts, blocks }) => parts.filter((part) => hasOwnType(dialect, part, blocks))),
    taken,
  );
  if (!mayBeSaid || !ours) return false;
  const others = said.map(({ parts }) => parts.filter((part) => !ours.has(part)));
  const told = toldIn(answered.flatMap(({ parts }) => parts));
  const all = toldIn(others.flat());
  return all.rest === told.rest && (all.text === told.text || isOneText(told.text, others.map(toldIn)));
}

function blocksIn({ items, content }: JsonRecord): readonly JsonRecord[] {
  return recordsIn(items ?? content);
}

/** Returns false where a list has texts that no form has, and that are passed over here: some servers read them. */
function isReadWhole(message: JsonRecord): boolean {
  return [message, ...blocksIn(message)].every(({ content }) => !Array.isArray(content) || content.every(isRecord));
}

/** Returns true for a call, or a result, that the vendor has no part in. In chat completions it has none in any of them. */
function hasOwnType({ name }: Dialect, { blocks }: MessagePart, all: readonly JsonRecord[]): boolean {
  return name === 'chat' || OWN_TYPES.has(all[blocks.at(-1) ?? -1]?.type);
}

const isResult = ({ kind }: MessagePart): boolean => kind === 'tool_result';

/** Returns the calls of ours among parts, and their results; undefined where one has another number of results than one. */
function oursIn(parts: readonly MessagePart[], taken: ReadonlySet<unknown>): ReadonlySet<MessagePart> | undefined {
  const results = parts.filter(isResult);
  const answered = new Set(results.map(({ call }) => call?.id));
  const isOwn = (name: string): boolean => OWN_NAME.test(name) && !taken.has(name);
  const calls = parts.filter(({ kind, call }) => kind === 'tool_call' && isOwn(call!.name) && answered.has(call!.id));
  const called = new Set(calls.map(({ call }) => call!.id));
  const ours = results.filter(({ call }) => called.has(call!.id));
  return ours.length === calls.length ? new Set([...calls, ...ours]) : undefined;
}

/** Returns what parts say, without white space and thoughts, and hashes of all else. How texts are parted says nothing. */
function toldIn(parts: readonly MessagePart[]): Told {
  const texts = parts.filter(({ kind }) => kind === 'agent_message');
  const others = parts.filter(({ kind, isPinned }) => kind !== 'agent_message' && (kind !== 'thinking' || isPinned));
  const files = texts.flatMap((part) => part.files ?? []);
  const sealedChars = texts.reduce((sum, part) => sum + (part.sealedChars ?? 0), 0);
  return {
    text: texts.map(({ text }) => withoutSpace(text)).join(''),
    rest: [...others, { kind: 'agent_message', text: '', files, sealedChars, blocks: [] } as const].map(partHash).join(),
  };
}

function withoutSpace(text: string): string {
  return text.replaceAll(/\s+/g, '');
}

/** Returns true for a text that alone is told of several: one where JSON was asked for, or that which stands for none. */
function isOneText(told: string, said: readonly Told[]): boolean {
  if (told === withoutSpace(ENDED_WITHIN)) return said.every(({ text }) => text === '');
  return said.some(({ text }) => text === told) && parseRecord(told) !== undefined;
}
