import { createSystemRandom, TotalRecallError } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { sweepOnTimer } from './sweep-on-timer.ts';

const HOUR_MS = 3_600_000;

/** A timer whose sweeps give these results, in time that passes when `pass` is called. */
function timerOf(results: readonly (number | Error)[]) {
  const pauses: { readonly ms: number; readonly end: () => void }[] = [];
  const swept: number[] = [];
  const failed: unknown[] = [];
  let sweeps = 0;
  const delay = (ms: number, signal?: AbortSignal): Promise<void> =>
    new Promise((resolve, reject) => {
      const abort = (): void => reject(signal!.reason as Error);
      if (signal?.aborted) return abort();
      signal?.addEventListener('abort', abort);
      pauses.push({ ms, end: resolve });
    });
  const sweep = async (): Promise<number> => {
    const result = results[sweeps++] ?? 0;
    if (typeof result === 'number') return result;
    throw result;
  };
  const scheduler = { delay, every: () => ({ cancel: () => undefined }) };
  const options = { hours: 6, onSwept: (events: number) => swept.push(events), onFailed: (error: unknown) => failed.push(error) };
  const timer = sweepOnTimer({ sweep }, { scheduler, random: createSystemRandom() }, options);
  /** Waits for the pause after so many sweeps. */
  const pauseAfter = (count: number): Promise<number> =>
    expect
      .poll(() => sweeps === count && pauses.at(-1)?.ms)
      .toBeTruthy()
      .then(() => pauses.at(-1)!.ms);
  return { timer, swept, failed, sweeps: () => sweeps, pauseAfter, pass: () => pauses.at(-1)!.end() };
}

it('sweeps at the start and then in its interval', async () => {
  const { timer, swept, pauseAfter, pass } = timerOf([3, 0, 2]);
  await timer.start!();
  expect(await pauseAfter(1)).toBe(6 * HOUR_MS);
  pass();
  await pauseAfter(2);
  pass();
  await pauseAfter(3);
  expect(swept).toEqual([3, 2]);
  await timer.stop!();
});

it('tries again soon after a failure, later after more of them, and in its interval once it went well', async () => {
  const away = new Error('away');
  const { timer, failed, swept, pauseAfter, pass } = timerOf([away, away, away, away, away, away, away, away, 5]);
  await timer.start!();
  for (let failures = 1; failures <= 8; failures += 1) {
    const longest = Math.min(600_000, 5_000 * 2 ** (failures - 1));
    const pause = await pauseAfter(failures);
    expect([pause >= longest / 2, pause <= longest]).toEqual([true, true]);
    pass();
  }
  expect(await pauseAfter(9)).toBe(6 * HOUR_MS);
  expect([failed.length, swept]).toEqual([8, [5]]);
  await timer.stop!();
});

it('ends its pause where there is more to look at, and for good where it stops', async () => {
  const { timer, sweeps, pauseAfter } = timerOf([new Error('away')]);
  await timer.start!();
  await pauseAfter(1);
  timer.again();
  expect(await pauseAfter(2)).toBe(6 * HOUR_MS);
  await timer.stop!();
  timer.again();
  await timer.stop!();
  expect(sweeps()).toBe(2);
});

it('is degraded, and says why, while retention is paused, and not for a store that is away', async () => {
  const paused = new TotalRecallError('unavailable', 'Retention erases nothing.', { details: { reason: 'retention_paused' } });
  const { timer, pauseAfter, pass } = timerOf([new Error('away'), paused, 2]);
  await timer.start!();
  await pauseAfter(1);
  expect(timer.health()).toEqual({ ready: true });
  pass();
  await pauseAfter(2);
  expect(timer.health()).toEqual({ ready: true, isDegraded: true, detail: 'Retention erases nothing.' });
  pass();
  await pauseAfter(3);
  expect(timer.health()).toEqual({ ready: true });
  await timer.stop!();
});
