import Anthropic from '@anthropic-ai/sdk';
import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestProxy } from '../../testing/open-test-proxy.ts';
import { createRecordingMemory, type RecordingMemory } from '../../testing/recording-memory.ts';
import { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from '../../testing/vendor-emulator.ts';
import type { ProxyServer } from './serve-proxy.ts';

let emulator: VendorEmulator;
let memory: RecordingMemory;
let proxy: ProxyServer;

beforeAll(async () => {
  emulator = await startVendorEmulator(12_000);
});
beforeEach(async () => {
  emulator.refused.length = 0;
  memory = createRecordingMemory('It was 42.');
  proxy = await openTestProxy(emulator.url, { open: () => memory });
});
afterEach(() => proxy.close());
afterAll(() => emulator.close());

const schema = { type: 'object', properties: {} };
const said = [{ role: 'user', content: 'Which port?' }];
const ROUTES = [
  ['chat/completions', { messages: said, tools: [{ type: 'function', function: { name: 'ls', parameters: schema } }] }],
  ['messages', { max_tokens: 100, messages: said, tools: [{ name: 'ls', input_schema: schema }] }],
  ['responses', { input: said, tools: [{ type: 'function', name: 'ls', parameters: schema }] }],
] as const;

async function ask(route: string, fields: object): Promise<string> {
  const headers = { Authorization: `Bearer ${UPSTREAM_KEY}`, ...(route === 'messages' && { 'anthropic-version': '2023-06-01' }) };
  const body = JSON.stringify({ model: 'small', ...fields });
  return (await fetch(`${proxy.url}/v1/${route}`, { method: 'POST', headers, body })).text();
}

it.each(ROUTES)('an answer of %s that ends at its limit within a recall hands the agent no call of it', async (route, fields) => {
  const calls = [
    { id: 'call_l', name: 'ls', arguments: '{}' },
    { id: 'call_r', name: 'recall', arguments: '{"query":"port"}' },
  ];
  emulator.script = () => ({ text: 'I look.', calls, isLimited: true });
  for (const stream of [false, true]) {
    const answer = await ask(route, { ...fields, stream });
    expect(answer).toMatch(/I l/);
    expect(answer).toContain('call_l');
    expect(answer).toMatch(/"length"|"max_tokens"|"incomplete"/);
    expect(answer).not.toContain('call_r');
  }
  expect(memory.asked).toEqual([]);
  await expect.poll(() => [...memory.sessions.values()]).toEqual([['Which port?', 'I look.', 'call_l {}']]);
});

it('asks the memory by an id where a server gives its calls none', async () => {
  emulator.script = () => ({ calls: [{ id: '', name: 'recall', arguments: '{"query":"port"}' }] });
  await ask(...ROUTES[0]);
  expect(memory.asked).toMatchObject([{ tool: 'recall', callId: 'unknown' }]);
});

const RECALL = { calls: [{ id: 'call_r', name: 'recall', arguments: '{"query":"port"}' }] };
const CASES = [false, true].flatMap((stream) => [undefined, 'Which port was it?'].map((thinking) => ({ stream, thinking })));

describe('the history of an agent goes on from an answer that is nothing but a recall', () => {
  function anthropicTurn(messages: Anthropic.MessageParam[], stream: boolean): Promise<Anthropic.Message> {
    const client = new Anthropic({ baseURL: proxy.url, apiKey: UPSTREAM_KEY, maxRetries: 0 });
    const request = { model: 'claude-opus-4-1', max_tokens: 100, messages, tools: [{ name: 'ls', input_schema: schema }] } as const;
    return stream ? client.messages.stream(request as never).finalMessage() : client.messages.create(request as never);
  }

  it.each(CASES)('that was cut, in messages: %o', async ({ stream, thinking }) => {
    emulator.script = () => ({ ...RECALL, isLimited: true, ...(thinking !== undefined && { thinking }) });
    const { role, content, stop_reason: reason } = await anthropicTurn([{ role: 'user', content: 'Which port?' }], stream);
    expect(reason).toBe('max_tokens');
    expect(content.at(-1)).toMatchObject({ type: 'text', text: 'The answer ended within a recall.' });
    emulator.script = () => ({ text: '42.' });
    await proxy.close();
    proxy = await openTestProxy(emulator.url, { open: () => memory });
    const history = [
      { role: 'user' as const, content: 'Which port?' },
      { role, content },
      { role: 'user' as const, content: 'Go on.' },
    ];
    expect((await anthropicTurn(history, stream)).content).toMatchObject([{ text: '42.' }]);
    expect(emulator.refused).toEqual([]);
  });

  it.each([false, true])('that was cut, in chat completions; streamed: %s', async (stream) => {
    const client = new OpenAI({ baseURL: `${proxy.url}/v1`, apiKey: UPSTREAM_KEY, maxRetries: 0 });
    const turn = async (messages: readonly object[]) => {
      const request = { model: 'gpt-4o', messages, tools: ROUTES[0][1].tools };
      const completions = client.chat.completions;
      const whole = await (stream ? completions.stream(request as never).finalChatCompletion() : completions.create(request as never));
      return (whole as OpenAI.ChatCompletion).choices[0]!;
    };
    emulator.script = () => ({ ...RECALL, isLimited: true });
    const { message, finish_reason: reason } = await turn(said);
    expect(reason).toBe('length');
    expect(message).toMatchObject({ role: 'assistant', content: 'The answer ended within a recall.' });
    expect(message).not.toHaveProperty('tool_calls');
    emulator.script = () => ({ text: '42.' });
    const { role, content } = message;
    expect((await turn([...said, { role, content }, { role: 'user', content: 'Go on.' }])).message.content).toBe('42.');
    await expect.poll(() => [...memory.sessions.values()]).toEqual([['Which port?', 'Go on.', '42.']]);
    expect(emulator.refused).toEqual([]);
  });

  it.each(CASES)('that was cut, in responses: %o', async ({ stream, thinking }) => {
    const client = new OpenAI({ baseURL: `${proxy.url}/v1`, apiKey: UPSTREAM_KEY, maxRetries: 0 });
    const turn = (fields: object): Promise<OpenAI.Responses.Response> => {
      const request = { model: 'gpt-4o', tools: [{ type: 'function', name: 'ls', parameters: schema, strict: false }], ...fields };
      return stream ? client.responses.stream(request as never).finalResponse() : client.responses.create(request as never);
    };
    emulator.script = () => ({ ...RECALL, isLimited: true, ...(thinking !== undefined && { thinking }) });
    const { id, status, output } = await turn({ input: said });
    expect([status, output]).toEqual(['incomplete', []]);
    emulator.script = () => ({ text: '42.' });
    const more = { role: 'user', content: 'Go on.' };
    expect((await turn({ input: [more], previous_response_id: id })).output_text).toBe('42.');
    expect((await turn({ input: [...said, ...output, more] })).output_text).toBe('42.');
    expect(emulator.refused).toEqual([]);
  });

  it.each(ROUTES)('that asked for more recalls than are answered, in %s', async (route, fields) => {
    let made = 0;
    emulator.script = () => ({ calls: RECALL.calls.map((call) => ({ ...call, id: `call_r${made++}` })) });
    const whole = await ask(route, fields);
    const streamed = await ask(route, { ...fields, stream: true });
    for (const answer of [whole, streamed]) {
      expect(answer).toMatch(/"finish_reason":"stop"|"stop_reason":"end_turn"|"status":"completed"/);
      expect(answer).not.toContain('call_r');
    }
    expect(streamed).toMatch(/\[DONE\]|message_stop|response\.completed/);
    if (route !== 'responses') for (const answer of [whole, streamed]) expect(answer).toContain('The answer ended within a recall.');
  });
});
