import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryHistory, driveSession, policyOf, toRecords } from '../../testing/index.ts';
import { assembleHistory } from './assemble-history.ts';
import { toAnthropicMessages } from './to-anthropic-messages.ts';
import { toOpenAiMessages } from './to-openai-messages.ts';
import type { WindowBlock } from './window-request.ts';

const SMALL = policyOf({ windowTokens: 8_192 });
const LARGE = policyOf({ windowTokens: 200_000 });

/** Blocks of a random session as a window shows them, with compactions and without. */
const arbitraryBlocks = fc
  .tuple(arbitraryHistory(120), fc.constantFrom(SMALL, LARGE), fc.boolean())
  .map(([steps, policy, withUser]): WindowBlock[] => {
    const { state, contents } = driveSession(toRecords(steps), policy);
    const { front, flow } = assembleHistory(state, contents);
    return [
      { kind: 'system', text: 'You are careful.', tokens: 8 },
      ...front,
      ...flow,
      ...(withUser ? [{ kind: 'user_message' as const, text: 'And now?', tokens: 7 }] : []),
    ];
  });

interface Part {
  readonly type: string;
  readonly id?: string;
  readonly tool_use_id?: string;
  readonly text?: string;
  readonly input?: unknown;
}

function openAiProblems(messages: ReturnType<typeof toOpenAiMessages>): string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  let waiting: string[] = [];
  for (const message of messages) {
    if (message.role !== 'tool' && waiting.length > 0) problems.push(`calls ${waiting.join()} without results`);
    if (message.role === 'tool') {
      if (!waiting.includes(message.tool_call_id)) problems.push(`result of ${message.tool_call_id} without its call`);
      waiting = waiting.filter((id) => id !== message.tool_call_id);
      continue;
    }
    waiting = message.role === 'assistant' ? (message.tool_calls ?? []).map((call) => call.id) : [];
    for (const id of waiting) if (seen.has(id)) problems.push(`id ${id} twice`);
    waiting.forEach((id) => seen.add(id));
    const hasCalls = message.role === 'assistant' && message.tool_calls !== undefined;
    if (typeof message.content === 'string' ? message.content.trim() === '' : !message.content?.length && !hasCalls)
      problems.push(`empty ${message.role}`);
  }
  if (waiting.length > 0) problems.push(`calls ${waiting.join()} without results at the end`);
  return problems;
}

function anthropicProblems(messages: ReturnType<typeof toAnthropicMessages>['messages']): string[] {
  const problems: string[] = [];
  const seen = new Set<string>();
  const parts = (at: number): Part[] => (messages[at]?.content ?? []) as unknown as Part[];
  if (messages.length > 0 && messages[0]!.role !== 'user') problems.push('the assistant begins');
  messages.forEach((message, at) => {
    if (messages[at - 1]?.role === message.role) problems.push(`two of ${message.role}`);
    if (message.content.length === 0) problems.push('empty message');
    for (const part of parts(at)) if (part.type === 'text' && part.text!.trim() === '') problems.push('blank text');
    const calls = parts(at).filter((part) => part.type === 'tool_use');
    const answers = parts(at + 1).filter((part) => part.type === 'tool_result');
    if (
      message.role === 'assistant' &&
      calls
        .map(({ id }) => id)
        .sort()
        .join() !==
        answers
          .map((answer) => answer.tool_use_id)
          .sort()
          .join()
    )
      problems.push(`calls of message ${at} are not answered in the next`);
    for (const { id, input } of calls) {
      if (!/^[a-zA-Z0-9_-]+$/.test(id!) || seen.has(id!)) problems.push(`id ${id}`);
      if (typeof input !== 'object' || input === null || Array.isArray(input)) problems.push('input is no object');
      seen.add(id!);
    }
    if (message.role === 'user' && at === 0 && parts(0).some((part) => part.type === 'tool_result')) problems.push('a result begins');
    const firstText = parts(at).findIndex((part) => part.type !== 'tool_result');
    if (
      firstText >= 0 &&
      parts(at)
        .slice(firstText)
        .some((part) => part.type === 'tool_result')
    )
      problems.push('results behind text');
  });
  return problems;
}

describe('messages of any session', () => {
  it('I-05 OpenAI: every result follows the message with its call, every call is answered at once, nothing is empty', () => {
    fc.assert(
      fc.property(arbitraryBlocks, (blocks) => {
        expect(openAiProblems(toOpenAiMessages(blocks))).toEqual([]);
      }),
    );
  });

  it('I-05 Anthropic: roles alternate from the user on, every call is answered in the next message, ids are unique, nothing is blank', () => {
    fc.assert(
      fc.property(arbitraryBlocks, (blocks) => {
        expect(anthropicProblems(toAnthropicMessages(blocks).messages)).toEqual([]);
      }),
    );
  });

  it('I-05 says everything that stands in the window but thinking', () => {
    fc.assert(
      fc.property(arbitraryBlocks, (blocks) => {
        const said = blocks.filter((block) => block.kind === 'event' && block.eventKind !== 'thinking' && block.text.trim() !== '');
        const openAi = JSON.stringify(toOpenAiMessages(blocks));
        const anthropic = JSON.stringify(toAnthropicMessages(blocks));
        for (const block of said) {
          const shown = JSON.stringify(
            block.eventKind === 'tool_call' && block.callId !== undefined ? (block.toolName ?? 'unknown') : block.text,
          ).slice(1, -1);
          expect(openAi).toContain(shown);
          expect(anthropic).toContain(shown);
        }
      }),
      { numRuns: 40 },
    );
  });
});
