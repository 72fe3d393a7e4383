import { createLogger, createMetrics } from '@total-recall/observability';
import { createSystemClock } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { openTestProxy } from '../../testing/open-test-proxy.ts';
import { startVendorEmulator, UPSTREAM_KEY } from '../../testing/vendor-emulator.ts';

it('a memory that is away is logged once a minute for each reason, with what was left out, and counted each time', async () => {
  const emulator = await startVendorEmulator(12_000);
  const metrics = createMetrics();
  const lines: string[] = [];
  const logger = createLogger({ level: 'warn', destination: { write: (line) => void lines.push(line) } });
  let elapsedMs = 0;
  const clock = { ...createSystemClock(), monotonicMs: () => elapsedMs };
  const proxy = await openTestProxy(emulator.url, { metrics, logger, clock });
  const counted = async (): Promise<number> =>
    (await metrics.proxyFallbacks.get()).values.find(({ labels }) => labels.part === 'record')?.value ?? 0;
  /** Asks in turn; nothing is appended of either the request or its answer. */
  async function ask(from: number, to: number): Promise<void> {
    for (let at = from; at < to; at += 1) {
      const answer = await fetch(`${proxy.url}/v1/chat/completions`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${UPSTREAM_KEY}` },
        body: JSON.stringify({ model: 'gpt-4o', messages: [{ role: 'user', content: `Question ${at}.` }] }),
      });
      expect(answer.status).toBe(200);
      await answer.arrayBuffer();
      await expect.poll(counted).toBe(2 * (at + 1));
    }
  }
  const recordLines = () =>
    lines.map((line) => JSON.parse(line) as { part: string; leftOut?: number }).filter(({ part }) => part === 'record');

  await ask(0, 6);
  const before = recordLines();
  // The memory was away, and then asked nothing for a moment.
  expect(before).toHaveLength(2);
  elapsedMs = 60_000;
  await ask(6, 7);
  const later = recordLines().slice(before.length);
  expect(later).toHaveLength(2);
  expect(later.reduce((sum, { leftOut = 0 }) => sum + leftOut, before.length)).toBe(12);
  await proxy.close();
  await emulator.close();
});
