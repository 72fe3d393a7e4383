import { expect, it } from 'vitest';
import { CHAT_ANSWERS } from './chat-answers.ts';
import { MESSAGES_ANSWERS } from './messages-answers.ts';
import { RESPONSES_ANSWERS } from './responses-answers.ts';

const NAMES = { recall: 'recall', open: 'open' };

it('an answer of several rounds tells the prompt of the last one and what all of them said, for messages', () => {
  const rounds = [
    {
      content: [{ type: 'tool_use', id: 'r1', name: 'recall', input: {} }],
      usage: {
        input_tokens: 3,
        cache_read_input_tokens: 0,
        cache_creation_input_tokens: 90_000,
        cache_creation: { ephemeral_5m_input_tokens: 90_000 },
        output_tokens: 40,
        server_tool_use: { web_search_requests: 1 },
      },
    },
    {
      content: [{ type: 'text', text: 'It is 42.' }],
      usage: {
        input_tokens: 5,
        cache_read_input_tokens: 90_003,
        cache_creation_input_tokens: 600,
        cache_creation: { ephemeral_5m_input_tokens: 600 },
        output_tokens: 12,
        server_tool_use: { web_search_requests: 2 },
      },
    },
  ];
  expect(MESSAGES_ANSWERS.joinWhole(rounds, NAMES).usage).toEqual({
    ...rounds[1]!.usage,
    output_tokens: 52,
    server_tool_use: { web_search_requests: 3 },
  });
  expect(MESSAGES_ANSWERS.usageOf(rounds)).toEqual({ input: 90_608, cached: 90_003, output: 52 });
});

it('the same for chat completions, with a total of these', () => {
  const choices = [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: 'It is 42.' } }];
  const usageOf = (prompt: number, completion: number, cached: number) => ({
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: cached },
    completion_tokens_details: { reasoning_tokens: completion - 10 },
    prompt_cache_hit_tokens: cached,
    cost: 0.25,
  });
  const rounds = [usageOf(60_000, 50, 0), usageOf(61_000, 30, 60_000)].map((usage) => ({ choices, usage }));
  expect(CHAT_ANSWERS.joinWhole(rounds, NAMES).usage).toEqual({
    ...usageOf(61_000, 80, 60_000),
    completion_tokens_details: { reasoning_tokens: 60 },
    cost: 0.5,
  });
});

it('the same for responses, also where the last round does not say', () => {
  const usage = {
    input_tokens: 60_000,
    input_tokens_details: { cached_tokens: 50 },
    output_tokens: 30,
    output_tokens_details: { reasoning_tokens: 20 },
    total_tokens: 60_030,
  };
  const joined = (...usages: readonly unknown[]) =>
    RESPONSES_ANSWERS.joinWhole(usages.map((one) => ({ output: [], usage: one })), NAMES).usage; // oxfmt-ignore
  expect(joined(usage, { ...usage, input_tokens: 61_000, total_tokens: 61_030 })).toEqual({
    ...usage,
    input_tokens: 61_000,
    output_tokens: 60,
    output_tokens_details: { reasoning_tokens: 40 },
    total_tokens: 61_060,
  });
  expect(joined(usage, null)).toEqual(usage);
  expect(joined(usage, { input_tokens: null, output_tokens: 4 })).toMatchObject({
    input_tokens: 60_000,
    output_tokens: 34,
    total_tokens: 60_034,
  });
});
