import { afterAll, beforeAll, expect, it } from 'vitest';
import { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from '../../testing/vendor-emulator.ts';

let emulator: VendorEmulator;

beforeAll(async () => {
  emulator = await startVendorEmulator(1_000);
});
afterAll(() => emulator.close());

it('the emulator keeps a request that it refused, whole and in outline, so that it can be read later', async () => {
  const call = { id: 'c1', type: 'function', function: { name: 'build', arguments: '{}' } };
  const messages = [
    ...Array.from({ length: 60 }, (_, at) => ({ role: at % 2 === 0 ? 'user' : 'assistant', content: `m${at}` })),
    { role: 'assistant', content: null, tool_calls: [call] },
    { role: 'user', content: 'And now?' },
  ];
  const body = JSON.stringify({ model: 'gpt-4o', messages, tools: [{ type: 'function', function: { name: 'build' } }] });
  const headers = { Authorization: `Bearer ${UPSTREAM_KEY}` };
  const answer = await fetch(`${emulator.url}/v1/chat/completions`, { method: 'POST', headers, body });
  expect(answer.status).toBe(400);
  expect(emulator.refusedCalls.map(({ bytes }) => bytes.toString('utf8'))).toEqual([body]);
  const [outline] = emulator.refused;
  expect(outline).toMatch(/at 61 c1\nPOST \/v1\/chat\/completions of gpt-4o, tools: build\n {2}0 user 2\n/);
  expect(outline).toMatch(/\(18 more\)[^]*\n {2}60 assistant: function c1 \d+\n {2}61 user 8$/);
});
