import { createLogger } from '@total-recall/observability';
import { createLifecycle, parseConfig, type Scheduler } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { drainMsOf, lifecycleOf } from './lifecycle-of.ts';

/** Runs a component that never stops under these settings, until `deadlineMs` have passed. */
async function stopAfter(deadlineMs: number, env: Record<string, string>) {
  const delays: number[] = [];
  const scheduler: Scheduler = {
    delay: (ms, signal) =>
      new Promise((resolve, reject) => {
        delays.push(ms);
        if (ms <= deadlineMs) resolve();
        signal?.addEventListener('abort', () => reject(new Error('aborted')));
      }),
    every: () => ({ cancel: () => undefined }),
  };
  const config = parseConfig('standalone', { HOME: '/home/nobody', ...env });
  const life = createLifecycle(lifecycleOf(config, { logger: createLogger({ destination: { write: () => undefined } }), scheduler }));
  await life.start({ name: 'port', start: async () => undefined, stop: () => new Promise(() => undefined) });
  return { report: await life.stop(), delays, drainMs: drainMsOf(config) };
}

describe('the deadlines of a process', () => {
  it('are those of the settings: a start may take longer than a stop', async () => {
    const env = { TOTAL_RECALL_START_DEADLINE_MS: '90000', TOTAL_RECALL_SHUTDOWN_DEADLINE_MS: '2000' };
    const { report, delays } = await stopAfter(2_000, env);
    expect(delays).toEqual([90_000, 2_000]);
    expect(report.problems).toEqual([{ component: 'port', reason: 'did not stop within 2000 ms' }]);
  });

  it('leave a component time to end after its requests are cut', async () => {
    const { delays, drainMs } = await stopAfter(60_000, {});
    expect(drainMs).toBeLessThan(delays[1]!);
    expect(drainMs).toBeGreaterThan(delays[1]! / 2);
  });
});
