import { languageModelContract, startScriptedModelEndpoint, type ScriptedModelEndpoint } from '@total-recall/ports/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createHttpLanguageModel, LLM_PROTOCOLS, type HttpLanguageModelOptions } from './http-language-model.ts';

let endpoint: ScriptedModelEndpoint;
beforeAll(async () => {
  endpoint = await startScriptedModelEndpoint(() => ({ says: {} }));
});
afterAll(() => endpoint.close());

const KEY = 'key-of-the-test';
const open = (options: Pick<HttpLanguageModelOptions, 'protocol'> & Partial<HttpLanguageModelOptions>) =>
  createHttpLanguageModel({
    url: `${endpoint.url}/`,
    model: 'some-model',
    apiKey: KEY,
    timeoutMs: 2_000,
    scheduler: { delay: async () => {}, every: () => ({ cancel() {} }) },
    ...options,
  });
const QUESTION = {
  instructions: 'Be brief.',
  messages: [{ role: 'user', text: 'Which?' }],
  answer: { name: 'choice', schema: { type: 'object', properties: {}, required: [], additionalProperties: false } },
} as const;

for (const protocol of LLM_PROTOCOLS)
  languageModelContract(protocol, {
    open: async (script) => {
      endpoint.answer(script);
      return open({ protocol });
    },
    asked: () => endpoint.asked.length,
  });

describe('createHttpLanguageModel', () => {
  it('asks OpenAI for a strict schema', async () => {
    endpoint.answer(() => ({ says: {} }));
    await open({ protocol: 'openai', maxOutputTokens: 77 }).ask(QUESTION);
    expect(endpoint.asked[0]).toMatchObject({
      path: '/v1/chat/completions',
      headers: { authorization: `Bearer ${KEY}` },
      body: {
        model: 'some-model',
        max_completion_tokens: 77,
        messages: [
          { role: 'system', content: 'Be brief.' },
          { role: 'user', content: 'Which?' },
        ],
        response_format: { type: 'json_schema', json_schema: { name: 'choice', strict: true, schema: QUESTION.answer.schema } },
      },
    });
  });

  it('has Anthropic call one tool', async () => {
    endpoint.answer(() => ({ says: {} }));
    await open({ protocol: 'anthropic' }).ask(QUESTION);
    expect(endpoint.asked[0]).toMatchObject({
      path: '/v1/messages',
      headers: { 'x-api-key': KEY, 'anthropic-version': '2023-06-01' },
      body: {
        system: 'Be brief.',
        max_tokens: 4_096,
        tools: [{ name: 'choice', input_schema: QUESTION.answer.schema }],
        tool_choice: { type: 'tool', name: 'choice' },
      },
    });
  });

  it('takes no answer of Anthropic that ends where the context window does', async () => {
    const answer = {
      content: [{ type: 'tool_use', id: 'a', name: 'choice', input: { facts: [] } }],
      stop_reason: 'model_context_window_exceeded',
      usage: { input_tokens: 9, output_tokens: 3 },
    };
    endpoint.answer(() => ({ status: 200, body: JSON.stringify(answer) }));
    expect(await open({ protocol: 'anthropic' }).ask(QUESTION)).toEqual({
      kind: 'unusable',
      reason: 'cut',
      usage: { inputTokens: 9, outputTokens: 3 },
    });
  });

  it('keeps its key out of errors, and does not follow to another host with it', async () => {
    endpoint.answer(() => ({ status: 403, body: `the key ${KEY} is not known` }));
    const refused = await open({ protocol: 'openai' })
      .ask(QUESTION)
      .catch((error: unknown) => error);
    expect(refused).toMatchObject({ code: 'internal', cause: 'the key [key] is not known' });
    endpoint.answer(({ path }) => (path === '/elsewhere' ? { says: {} } : { status: 307, headers: { location: '/elsewhere' } }));
    await expect(open({ protocol: 'anthropic' }).ask(QUESTION)).rejects.toMatchObject({ code: 'internal' });
    expect(endpoint.asked).toHaveLength(1);
  });
});
