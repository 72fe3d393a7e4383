import { openAiProblems } from '@total-recall/domain/testing';
import { createSystemClock, createSystemScheduler } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { readMessages } from '../conversation/read-conversation.ts';
import { callPolicy } from '../window/call-policy.ts';
import { createPartCounter } from '../window/count-parts.ts';
import { createWindowPlanner } from '../window/plan-window.ts';
import { CHAT_DIALECT } from './chat-dialect.ts';

const WINDOW = 32_000;
const count = async (_family: string, texts: readonly string[]) => texts.map((text) => Math.ceil(text.length / 4));
const timing = { clock: createSystemClock(), scheduler: createSystemScheduler() };
const THOUGHT = 'I look at the next step of it. '.repeat(200);
const SEALED = 'QUJDRA'.repeat(1_000);

/** Runs a tool in each step, some 600 tokens, behind reasoning of some 1,500. */
const runOf = (reasoning: object, steps: number, ofCall: object = {}): string[] =>
  [
    { role: 'user', content: 'Build all modules.' },
    ...Array.from({ length: steps }, (_, at) => [
      {
        role: 'assistant',
        content: null,
        ...reasoning,
        tool_calls: [{ id: `c${at}`, type: 'function', function: { name: 'build', arguments: `{"at":${at}}` }, ...ofCall }],
      },
      { role: 'tool', tool_call_id: `c${at}`, content: `step ${at}: ${'output '.repeat(340)}` },
    ]).flat(),
  ].map((message) => JSON.stringify(message));

const planOf = async (raws: readonly string[]) => {
  const plan = createWindowPlanner(createPartCounter({ tokens: { count }, ...timing }, () => undefined));
  const policy = callPolicy({ model: 'deepseek-chat', windowTokens: WINDOW });
  return plan({ owner: 'ours', dialect: CHAT_DIALECT, messages: readMessages(CHAT_DIALECT, raws, ''), policy, headTexts: [] });
};

const FORMS: readonly { readonly name: string; readonly reasoning?: object; readonly ofCall?: object }[] = [
  { name: 'reasoning_content', reasoning: { reasoning_content: THOUGHT } },
  { name: 'reasoning', reasoning: { reasoning: THOUGHT } },
  {
    name: 'reasoning_details',
    reasoning: { reasoning: THOUGHT, reasoning_details: [{ type: 'reasoning.text', text: THOUGHT, signature: 'c2ln', index: 0 }] },
  },
  {
    name: 'sealed reasoning_details',
    reasoning: { reasoning_details: [{ type: 'reasoning.encrypted', data: SEALED, format: 'openai-responses-v1' }] },
  },
  {
    name: 'thinking_blocks',
    reasoning: { reasoning_content: THOUGHT, thinking_blocks: [{ type: 'thinking', thinking: THOUGHT, signature: 'c2ln' }] },
  },
  { name: 'a signature of each call', ofCall: { extra_content: { google: { thought_signature: SEALED } } } },
];

describe.each(FORMS)('reasoning that an agent sends back: $name', ({ reasoning = {}, ofCall = {} }) => {
  it('counts as much as it takes, so that what is sent fits the window', async () => {
    const whole = await planOf(runOf(reasoning, 10, ofCall));
    expect(whole.isCompacted).toBe(false);
    expect(whole.tokens).toBeGreaterThan(10 * 1_900);
    expect(whole.tokens).toBeLessThan(10 * 2_500);
    const { messages, isCompacted, isWithinBudget } = await planOf(runOf(reasoning, 40, ofCall));
    expect([isCompacted, isWithinBudget]).toEqual([true, true]);
    const sent = messages.map((raw) => JSON.parse(raw) as Record<string, unknown>);
    const own = { reasoning_content: undefined, reasoning: undefined, reasoning_details: undefined, thinking_blocks: undefined };
    const plain = JSON.parse(JSON.stringify(sent.map((message) => ({ ...message, ...own })))) as typeof sent;
    expect(openAiProblems({ messages: plain })).toEqual([]);
    // A seal has some four characters a token; a form that says the same twice is counted once.
    const perMessage = Math.max(1, Object.keys(reasoning).length);
    expect(messages.join('').length / 4 / perMessage).toBeLessThan(WINDOW);
  });

  it('goes along whole with the newest call, and tells no conversation from another', async () => {
    const run = runOf(reasoning, 40, ofCall);
    const { messages } = await planOf(run);
    expect(messages.slice(-2)).toEqual(run.slice(-2));
    const chainOf = (raws: readonly string[]) => readMessages(CHAT_DIALECT, raws, '').at(-1)!;
    expect(chainOf(run).chain).toBe(chainOf(runOf({}, 40)).chain);
    expect(chainOf(run).sentChain).not.toBe(chainOf(runOf({}, 40)).sentChain);
  });
});

it('keeps the field where reasoning has left a message that stays: DeepSeek and Kimi refuse calls without', () => {
  const message = JSON.parse(runOf({ reasoning_content: THOUGHT, reasoning_details: [{ text: THOUGHT }] }, 1)[1]!) as Record<
    string,
    unknown
  >;
  const parts = CHAT_DIALECT.readMessage(message);
  expect(parts.map(({ kind }) => kind)).toEqual(['thinking', 'tool_call']);
  const { reasoning_details: _gone, ...rest } = message;
  expect(CHAT_DIALECT.writeMessage(message, parts, ['gone', 'whole'])).toEqual({ ...rest, reasoning_content: ' ' });
  expect(CHAT_DIALECT.writeMessage(message, parts, [{ text: '' }, 'whole'])).toEqual({ ...rest, reasoning_content: ' ' });
  expect(CHAT_DIALECT.writeMessage(message, parts, ['whole', 'gone'])).toBeUndefined();
});

it('is read of an answer alone', () => {
  expect(CHAT_DIALECT.readMessage({ role: 'user', content: 'Go.', reasoning: THOUGHT })).toMatchObject([{ kind: 'user_message' }]);
  expect(
    CHAT_DIALECT.readMessage({ role: 'assistant', content: 'Done.', reasoning: '', reasoning_details: [], reasoning_content: null }),
  ).toEqual([{ kind: 'agent_message', text: 'Done.', blocks: [] }]);
});
