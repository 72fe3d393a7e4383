import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTestProxy } from '../../testing/open-test-proxy.ts';
import { createRecordingMemory, type RecordingMemory } from '../../testing/recording-memory.ts';
import { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from '../../testing/vendor-emulator.ts';
import type { ProxyServer } from './serve-proxy.ts';

const RECALL = { id: 'r1', name: 'recall', arguments: '{"queries":["the fee"]}' };

let emulator: VendorEmulator;
let memory: RecordingMemory;
let proxy: ProxyServer;

beforeAll(async () => {
  emulator = await startVendorEmulator(12_000);
});
beforeEach(async () => {
  memory = createRecordingMemory('The fee was 4711.');
  proxy = await openTestProxy(emulator.url, { open: () => memory });
  emulator.script = () => ({ text: 'Let me look.', calls: [RECALL] });
});
afterEach(() => proxy.close());
afterAll(() => emulator.close());

const asked = { role: 'user', content: 'What was the fee?' };
const FORMS = {
  chat: {
    path: '/v1/chat/completions',
    body: (messages: readonly object[], extra: object) => ({
      messages,
      tools: [{ type: 'function', function: { name: 'build', parameters: { type: 'object' } } }],
      ...extra,
    }),
    answered: [
      { role: 'assistant', content: 'Let me look.', tool_calls: [{ id: 'r1', type: 'function', function: RECALL }] },
      { role: 'tool', tool_call_id: 'r1', content: 'The fee was 4711.' },
    ],
  },
  messages: {
    path: '/v1/messages',
    body: (messages: readonly object[], extra: object) => ({
      max_tokens: 100,
      messages,
      tools: [{ name: 'build', input_schema: { type: 'object' } }],
      ...extra,
    }),
    answered: [
      {
        role: 'assistant',
        content: [
          { type: 'text', text: 'Let me look.' },
          { type: 'tool_use', id: 'r1', name: 'recall', input: { queries: ['the fee'] } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'r1', content: 'The fee was 4711.' }] },
    ],
  },
  responses: {
    path: '/v1/responses',
    body: (input: readonly object[], extra: object) => ({
      input,
      tools: [{ type: 'function', name: 'build', parameters: { type: 'object' } }],
      ...extra,
    }),
    answered: [
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Let me look.' }] },
      { type: 'function_call', call_id: 'r1', name: 'recall', arguments: RECALL.arguments },
      { type: 'function_call_output', call_id: 'r1', output: 'The fee was 4711.' },
    ],
  },
};

function send(path: string, body: object, tools: string): Promise<Response> {
  return fetch(`${proxy.url}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${UPSTREAM_KEY}`, 'anthropic-version': '2023-06-01', 'X-Total-Recall-Tools': tools },
    body: JSON.stringify({ model: 'gpt-4o', ...body }),
  });
}

describe.each(Object.entries(FORMS))('a caller of %s', (_name, { path, body, answered }) => {
  it.each([false, true])('sees calls of recall where it says so, and answers them itself; streamed: %s', async (stream) => {
    const text = await (await send(path, body([asked], { stream }), 'shown')).text();
    expect(text).toContain('r1');
    expect(memory.asked).toEqual([]);
    const sent = emulator.calls.at(-1)!;
    expect(JSON.stringify(sent.body.tools)).toMatch(/"build".*"recall".*"open"/);
    expect(JSON.stringify(sent.headers)).not.toContain('total-recall');
    emulator.script = () => ({ text: 'It was 4711.' });
    expect((await send(path, body([asked, ...answered], { stream }), 'shown')).status).toBe(200);
    await expect.poll(() => [...memory.sessions.values()].map((said) => said.length)).toEqual([5]);
  });

  it('gets no tools where it says that they are off', async () => {
    emulator.script = () => ({ text: 'It was 4711.' });
    await (await send(path, body([asked], {}), 'off')).text();
    const { tools } = emulator.calls.at(-1)!.body;
    expect(JSON.stringify(tools)).toBe(JSON.stringify(body([], {}).tools));
  });
});

it('another word than these is refused, and nothing is sent on', async () => {
  const before = emulator.calls.length;
  const answer = await send('/v1/chat/completions', FORMS.chat.body([asked], {}), 'hidden');
  expect([answer.status, await answer.text()]).toEqual([400, expect.stringContaining('says shown')]);
  expect(emulator.calls).toHaveLength(before);
});
