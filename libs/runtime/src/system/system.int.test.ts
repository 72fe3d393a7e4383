import { describe, expect, it } from 'vitest';
import { createSystemClock } from './system-clock.ts';
import { createSystemRandom } from './system-random.ts';
import { createSystemScheduler } from './system-scheduler.ts';

describe('the system as a port', () => {
  it('has a monotonic clock and unpredictable bytes', () => {
    const clock = createSystemClock();
    expect(clock.now()).toBeGreaterThan(1_700_000_000_000);
    const first = clock.monotonicMs();
    expect(clock.monotonicMs()).toBeGreaterThanOrEqual(first);
    const random = createSystemRandom();
    expect(random.bytes(32)).toHaveLength(32);
    const seen = Array.from({ length: 2_000 }, (_, i) => Buffer.from(random.bytes(i % 2 === 0 ? 16 : 1_000)).toString('hex'));
    expect(new Set(seen).size).toBe(seen.length);
  });

  it('delays, and gives up when told to', async () => {
    const scheduler = createSystemScheduler();
    await scheduler.delay(1);
    const stop = new AbortController();
    const waiting = scheduler.delay(60_000, stop.signal);
    stop.abort();
    await expect(waiting).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('repeats without overlap, hands on failures and stops', async () => {
    const errors: unknown[] = [];
    const scheduler = createSystemScheduler({ onError: (error) => errors.push(error) });
    let inside = 0;
    let overlapped = false;
    const done = Promise.withResolvers<void>();
    let runs = 0;
    const timer = scheduler.every(1, async () => {
      inside += 1;
      overlapped ||= inside > 1;
      runs += 1;
      if (runs === 1) await scheduler.delay(10);
      inside -= 1;
      if (runs === 3) done.resolve();
      throw new Error(`run ${runs}`);
    });
    await done.promise;
    timer.cancel();
    await scheduler.delay(1);
    expect(overlapped).toBe(false);
    expect(errors.map(String)).toEqual(['Error: run 1', 'Error: run 2', 'Error: run 3']);
  });
});
