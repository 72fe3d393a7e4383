import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
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

it('an answer of chat/completions that is a cut recall alone is one that the vendor takes back', async () => {
  emulator.script = () => ({ calls: [{ id: 'call_r', name: 'recall', arguments: '{"query":"port"}' }], isLimited: true });
  const { choices } = JSON.parse(await ask(...ROUTES[0])) as { choices: readonly { message: object }[] };
  expect(choices[0]!.message).toMatchObject({ role: 'assistant', content: '' });
  expect(choices[0]!.message).not.toHaveProperty('tool_calls');
});

it('asks the memory by an id where a server gives its calls none', async () => {
  emulator.script = () => ({ calls: [{ id: '', name: 'recall', arguments: '{"query":"port"}' }] });
  await ask(...ROUTES[0]);
  expect(memory.asked).toMatchObject([{ tool: 'recall', callId: 'unknown' }]);
});
