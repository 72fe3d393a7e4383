import { isAnthropicSeal } from './sent-thinking.ts';
import type { WindowBlock } from './window-request.ts';

/** A call and its result, where one follows in the same response. */
export interface AnsweredCall {
  readonly call: WindowBlock;
  readonly result?: WindowBlock;
}

/** One response of the model, in order: thinking and texts, and calls with their results. */
export interface ModelResponse {
  readonly kind: 'response';
  readonly output: readonly WindowBlock[];
  readonly calls: readonly AnsweredCall[];
}

export type WindowPart = { readonly kind: 'single'; readonly block: WindowBlock } | ModelResponse;

/** Largest number of calls in one message; OpenAI refuses more. */
const CALLS_PER_MESSAGE = 128;

/**
 * Groups blocks to parts of a conversation. A response is a run of output blocks of one turn with the results of its
 * calls. A result whose call is not in the preceding response stands alone. More than 128 calls make several responses.
 */
export function groupResponses(blocks: readonly WindowBlock[]): WindowPart[] {
  const parts: WindowPart[] = [];
  let open: OpenResponse | undefined;
  for (const [at, block] of blocks.entries()) {
    if (open && isResult(block) && answer(open, block)) continue;
    if (!isOutput(block)) {
      open = undefined;
      parts.push({ kind: 'single', block });
      continue;
    }
    if (!open || open.output[0]!.turn !== block.turn || startsAnew(open, blocks, at)) {
      open = { kind: 'response', output: [], calls: [], unanswered: new Map() };
      parts.push(open);
    }
    open.output.push(block);
    if (block.eventKind === 'tool_call') openCall(open, block);
  }
  return parts.flatMap((part): WindowPart[] => (part.kind === 'response' ? splitCalls(part) : [part]));
}

interface OpenCall {
  readonly call: WindowBlock;
  result?: WindowBlock;
}

interface OpenResponse extends ModelResponse {
  readonly output: WindowBlock[];
  readonly calls: OpenCall[];
  readonly unanswered: Map<string, OpenCall[]>;
}

function isOutput(block: WindowBlock): boolean {
  if (block.kind !== 'event') return false;
  // An unreadable call has no id that a result could answer, so it is shown as text.
  return (
    block.eventKind === 'agent_message' || block.eventKind === 'thinking' || (block.eventKind === 'tool_call' && block.callId !== undefined)
  );
}

function isResult(block: WindowBlock): boolean {
  return block.kind === 'event' && block.eventKind === 'tool_result' && block.callId !== undefined && !block.note;
}

/**
 * Returns true for a text behind another text or a call, as the model saw the results of the calls before it, and for
 * thinking of Anthropic behind a call, as its results go into a message between the two.
 */
function startsAnew(open: OpenResponse, blocks: readonly WindowBlock[], at: number): boolean {
  const block = blocks[at]!;
  if (block.eventKind === 'thinking') return isAnthropicSeal(block) && open.calls.length > 0;
  return (
    block.eventKind === 'agent_message' &&
    open.output.some((other) => other.eventKind === 'agent_message' || other.eventKind === 'tool_call') &&
    !needsThinking(open, blocks, at)
  );
}

/**
 * Returns true for a text with a call behind it in a response that begins with signed thinking, where the vendor ran tools
 * itself: Anthropic refuses a call whose message does not begin with thinking. Thinking between the text and the call
 * begins the message of both.
 */
function needsThinking({ output }: OpenResponse, blocks: readonly WindowBlock[], at: number): boolean {
  const { messageId, turn } = blocks[at]!;
  if (messageId === undefined || !isAnthropicSeal(output[0]!) || output[0]!.messageId !== messageId) return false;
  for (let next = at; next < blocks.length; next++) {
    const block = blocks[next]!;
    if (block.turn !== turn || (isOutput(block) && block.messageId !== messageId)) return false;
    if (block.eventKind === 'thinking' && isAnthropicSeal(block)) return false;
    if (block.eventKind === 'tool_call') return true;
  }
  return false;
}

function openCall(open: OpenResponse, call: WindowBlock): void {
  const made: OpenCall = { call };
  open.calls.push(made);
  const same = open.unanswered.get(call.callId!);
  if (same) same.push(made);
  else open.unanswered.set(call.callId!, [made]);
}

/** Pairs a result with the first open call of its id, preferably with the same tool name; false where there is none. */
function answer(open: OpenResponse, result: WindowBlock): boolean {
  const waiting = open.unanswered.get(result.callId!) ?? [];
  const named = waiting.findIndex(({ call }) => call.toolName === result.toolName);
  const [found] = waiting.splice(Math.max(0, named), 1);
  if (found) found.result = result;
  return found !== undefined;
}

function splitCalls({ kind, output, calls }: ModelResponse): ModelResponse[] {
  if (calls.length <= CALLS_PER_MESSAGE) return [{ kind, output, calls }];
  const parts: ModelResponse[] = [];
  for (let from = 0; from < calls.length; from += CALLS_PER_MESSAGE) {
    const some = calls.slice(from, from + CALLS_PER_MESSAGE);
    const own = new Set(some.map(({ call }) => call));
    parts.push({ kind, output: output.filter((block) => (block.eventKind === 'tool_call' ? own.has(block) : from === 0)), calls: some });
  }
  return parts;
}
