import OpenAI from 'openai';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestProxy } from '../../testing/open-test-proxy.ts';
import { createRecordingMemory, type RecordingMemory } from '../../testing/recording-memory.ts';
import { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from '../../testing/vendor-emulator.ts';
import type { ScriptedAnswer } from '../../testing/vendor-answers.ts';
import type { ProxyServer } from './serve-proxy.ts';

const RECALL = { id: 'call_r', name: 'recall', arguments: '{"query":"port"}' };
const JSON_TEXT = '{"port":42}';

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

function says(...answers: readonly ScriptedAnswer[]): void {
  const left = [...answers];
  emulator.script = () => left.shift() ?? { text: 'Done.' };
}

const schema = { type: 'object', properties: { port: { type: 'number' } }, required: ['port'], additionalProperties: false };
const tools = [{ type: 'function' as const, function: { name: 'ls', parameters: { type: 'object', properties: {} } } }];
const first = { role: 'user' as const, content: 'Which port?' };
const clientOf = () => new OpenAI({ baseURL: `${proxy.url}/v1`, apiKey: UPSTREAM_KEY, maxRetries: 0 });

describe.each([false, true])('chat answers that are to be JSON, as streams: %s', (stream) => {
  const ask = async (messages: OpenAI.ChatCompletionMessageParam[], isJson = true): Promise<string | null> => {
    const format = { type: 'json_schema' as const, json_schema: { name: 'port', strict: true, schema } };
    const body = { model: 'gpt-4o', messages, tools, ...(isJson && { response_format: format }) };
    const { chat } = clientOf();
    const answer = stream ? await chat.completions.stream(body).finalChatCompletion() : await chat.completions.create(body);
    return answer.choices[0]!.message.content;
  };

  it('have what was said behind a recall alone, and the model sees the rest again', async () => {
    says({ text: 'Let me look.', calls: [RECALL] }, { text: JSON_TEXT });
    expect(await ask([first])).toBe(JSON_TEXT);
    await ask([first, { role: 'assistant', content: JSON_TEXT }, { role: 'user', content: 'Sure?' }], false);
    expect(JSON.stringify(emulator.calls.at(-1)!.body.messages)).toContain('Let me look.');
    expect(emulator.refused).toEqual([]);
  });

  it('are JSON where each round said some', async () => {
    says({ text: '{"port":0}', calls: [RECALL] }, { text: JSON_TEXT });
    expect(JSON.parse((await ask([first]))!)).toMatchObject({ port: expect.any(Number) });
  });

  it('are JSON where a text in brackets was said before', async () => {
    says({ text: '[Checking the memory]', calls: [RECALL] }, { text: JSON_TEXT });
    expect(await ask([first])).toBe(JSON_TEXT);
  });

  it('are what was said before a recall where nothing is said behind it', async () => {
    says({ text: JSON_TEXT, calls: [RECALL] }, { text: '' });
    expect(await ask([first])).toBe(JSON_TEXT);
  });

  it('come whole where nothing is recalled', async () => {
    says({ text: JSON_TEXT });
    expect(await ask([first])).toBe(JSON_TEXT);
  });

  it('are told as they were where no JSON was asked for', async () => {
    says({ text: 'Let me look.', calls: [RECALL] }, { text: 'It is 42.' });
    expect(await ask([first], false)).toBe('Let me look.\n\nIt is 42.');
  });
});

async function post(route: string, fields: object): Promise<Record<string, unknown>> {
  const headers = { Authorization: `Bearer ${UPSTREAM_KEY}`, 'anthropic-version': '2023-06-01' };
  const body = JSON.stringify({ model: 'small', ...fields });
  return (await (await fetch(`${proxy.url}/v1/${route}`, { method: 'POST', headers, body })).json()) as Record<string, unknown>;
}

it('answers of Messages and Responses have one text where JSON was asked for', async () => {
  const format = { type: 'json_schema', name: 'port', schema };
  const rounds = [{ text: 'Let me look.', calls: [RECALL] }, { text: JSON_TEXT }];
  says(...rounds);
  const messages = { max_tokens: 100, messages: [first], tools: [{ name: 'ls', input_schema: schema }] };
  expect((await post('messages', { ...messages, output_config: { format } })).content).toEqual([{ type: 'text', text: JSON_TEXT }]);
  says(...rounds);
  const { output } = await post('responses', {
    input: [first],
    tools: [{ type: 'function', name: 'ls', parameters: schema }],
    text: { format },
  });
  expect(JSON.stringify(output)).not.toContain('Let me look.');
  expect(JSON.stringify(output)).toContain(JSON.stringify(JSON_TEXT).slice(1, -1));
});

it('a stream of prose comes whole at its end where JSON was asked for and none came', async () => {
  says({ text: 'I would rather say it in words.' });
  const body = { model: 'gpt-4o', messages: [first], tools, stream: true as const, response_format: { type: 'json_object' as const } };
  let text = '';
  for await (const piece of await clientOf().chat.completions.create(body)) text += piece.choices[0]?.delta.content ?? '';
  expect(text).toBe('I would rather say it in words.');
});
