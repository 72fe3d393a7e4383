import { createMetrics } from '@total-recall/observability';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestProxy } from '../../testing/open-test-proxy.ts';
import { startVendorEmulator, UPSTREAM_KEY, type VendorEmulator } from '../../testing/vendor-emulator.ts';
import type { ProxyServer } from './serve-proxy.ts';

const WINDOW = 12_000;
const TURNS = 40;

let emulator: VendorEmulator;
let proxy: ProxyServer;
const metrics = createMetrics();

beforeEach(async () => {
  emulator = await startVendorEmulator(WINDOW);
  proxy = await openTestProxy(emulator.url, { windowTokens: WINDOW, metrics });
});
afterEach(async () => {
  await proxy.close();
  await emulator.close();
});

async function ask(messages: readonly object[]): Promise<void> {
  const answer = await fetch(`${proxy.url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${UPSTREAM_KEY}` },
    body: JSON.stringify({ model: 'gpt-4o', messages }),
  });
  await answer.text();
}

async function converse(): Promise<void> {
  const messages: object[] = [];
  for (let turn = 0; turn < TURNS; turn++) {
    messages.push({ role: 'user', content: `Module ${turn} wrote ${'some output '.repeat(330)}.` });
    await ask(messages);
    messages.push({ role: 'assistant', content: 'Done.' });
  }
}

const sent = () => emulator.calls.map(({ body }) => (body.messages as unknown[]).map((message) => JSON.stringify(message)));

describe('a vendor that counts otherwise', () => {
  it('gets windows that fit by its own count, in which nothing but a compaction moves the prefix', async () => {
    emulator.tokensOfOne = 1.5;
    await converse();
    expect(emulator.refused).toEqual([]);
    const windows = sent();
    const moved = windows.filter((window, at) => at > 0 && windows[at - 1]!.some((raw, place) => window[place] !== raw));
    expect(moved.length).toBeGreaterThan(2);
    // Each compaction frees several turns, so none follows another at once.
    expect(moved.length).toBeLessThan(TURNS / 3);
    expect(await metrics.render()).toMatch(/total_recall_proxy_token_ratio_count\{family="o200k"\} [1-9]/);
  });

  it('by less gets more of the history', async () => {
    await converse();
    const plain = Math.max(...sent().map(({ length }) => length));
    emulator.calls.length = 0;
    emulator.tokensOfOne = 0.8;
    await proxy.close();
    proxy = await openTestProxy(emulator.url, { windowTokens: WINDOW });
    await converse();
    expect(Math.max(...sent().map(({ length }) => length))).toBeGreaterThan(plain);
    expect(emulator.refused).toEqual([]);
  });
});
