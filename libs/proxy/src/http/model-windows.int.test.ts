import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestProxy } from '../../testing/open-test-proxy.ts';
import { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from '../../testing/vendor-emulator.ts';
import type { ProxyServer } from './serve-proxy.ts';

let emulator: VendorEmulator;
let proxy: ProxyServer;

beforeAll(async () => {
  emulator = await startVendorEmulator(1_000_000);
  const modelWindows = [
    { name: 'gpt-4', tokens: 100_000 },
    { name: 'gpt-4.1', tokens: 12_000 },
  ];
  proxy = await openTestProxy(emulator.url, { modelWindows });
});
afterAll(async () => {
  await proxy.close();
  await emulator.close();
});

it.each([
  ['gpt-4', 'whole'],
  ['gpt-4.1', 'compacted'],
  ['router/gpt-4.1-mini', 'compacted'],
  ['gpt-4o', 'whole'],
  ['gpt-3.5-turbo', 'compacted'],
])('a window that the operator gave is that of %s, larger or smaller: the request goes on %s', async (model, outcome) => {
  const messages = Array.from({ length: 61 }, (_, turn) =>
    turn % 2 === 0
      ? { role: 'user', content: `Build module ${turn}.` }
      : { role: 'assistant', content: `Module ${turn} wrote ${'some output '.repeat(250)}.` },
  );
  const headers = { Authorization: `Bearer ${UPSTREAM_KEY}` };
  const answer = await fetch(`${proxy.url}/v1/chat/completions`, { method: 'POST', headers, body: JSON.stringify({ model, messages }) });
  expect([answer.status, answer.headers.get('X-Total-Recall-Window')]).toEqual([200, outcome]);
});
