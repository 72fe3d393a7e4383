import type { Message } from '../conversation/read-conversation.ts';
import type { Dialect } from '../dialects/dialect.ts';
import { messageText } from '../dialects/message-text.ts';
import { joinPieces, type Piece } from './join-pieces.ts';

export interface RoundsToCut {
  readonly dialect: Dialect;
  readonly messages: readonly Message[];
  /** Tokens of each message. */
  readonly tokens: readonly number[];
  /** Tokens that all of them may have. */
  readonly room: number;
}

/** Parts of the room by which is cut, so that the cut stays where it is for a while, and with it the cached prefix. */
const STEPS = 4;
/** Tokens of the line that says what was left out. */
const NOTE_TOKENS = 64;

/**
 * Leaves the oldest rounds of a conversation out, by what its messages say of themselves alone. Rounds stay whole, so the
 * vendor takes what is left as it took all of it; the request that a cut turn began with stays before it. Returns the
 * texts to send, or undefined where nothing that may go makes it fit.
 */
export function cutRounds({ dialect, messages, tokens, room }: RoundsToCut): string[] | undefined {
  const headLength = dialect.headLength(messages.map(({ value }) => value));
  const before = [0];
  for (const count of tokens) before.push(before.at(-1)! + count);
  const requestBefore = (at: number): number => (isRequest(dialect, messages[at]!) ? -1 : lastRequest(dialect, messages, at));
  const left = (at: number): number => before[at]! - before[headLength]! - (tokens[requestBefore(at)] ?? 0) - NOTE_TOKENS;
  const over = before.at(-1)! - room;
  const fitting = beginnings(dialect, messages, headLength).filter((at) => left(at) >= over);
  const step = Math.max(1, room / STEPS);
  const from = fitting.find((at) => left(at) >= Math.ceil(over / step) * step) ?? fitting[0];
  if (from === undefined) return undefined;
  const request = messages[requestBefore(from)];
  const count = from - headLength - (request ? 1 : 0);
  const note = dialect.markerMessage(`[${count} older messages were left out here: with them the request does not fit the model.]`);
  const whole = ({ raw, value }: Message): Piece => ({ raw, value, isNew: false });
  return joinPieces(dialect, [
    ...messages.slice(0, headLength).map(whole),
    ...(request ? [whole(request)] : []),
    { raw: messageText(dialect, note), value: note, isNew: true },
    ...messages.slice(from).map(whole),
  ]);
}

/** Returns where rounds begin behind the first: no call is open there. What the vendor needs whole ends the search. */
function beginnings(dialect: Dialect, messages: readonly Message[], headLength: number): number[] {
  const open = new Set<string>();
  const found: number[] = [];
  for (let at = headLength; at < messages.length; at++) {
    const { value, parts } = messages[at]!;
    const isBeginning = value.role === 'assistant' ? messages[at - 1]?.value.role !== 'assistant' : isRequest(dialect, messages[at]!);
    const followsCall = open.size > 0 || dialect.answersCalls(value) || parts.some(({ outcomeOf }) => outcomeOf !== undefined);
    if (at > headLength && isBeginning && !followsCall) found.push(at);
    if (parts.some(({ isPinned }) => isPinned)) break;
    for (const { kind, call } of parts) {
      if (call && kind === 'tool_call') open.add(call.id);
      else if (call && kind === 'tool_result') open.delete(call.id);
    }
  }
  return found;
}

function isRequest(dialect: Dialect, { value, parts }: Message): boolean {
  return !dialect.answersCalls(value) && parts.some(({ kind }) => kind === 'user_message');
}

function lastRequest(dialect: Dialect, messages: readonly Message[], upTo: number): number {
  let at = upTo - 1;
  while (at >= 0 && !isRequest(dialect, messages[at]!)) at -= 1;
  return at;
}
