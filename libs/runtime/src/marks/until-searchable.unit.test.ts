import { expect, it } from 'vitest';
import { createMarkWatcher } from './mark-watcher.ts';
import { untilSearchable } from './until-searchable.ts';

it('partitions that are behind have one time together, and one without records has nothing to wait for', async () => {
  let nowMs = 0;
  const marks = createMarkWatcher({
    index: { marks: async () => ({ folded: 4, searchable: 4 }) },
    clock: { now: () => nowMs, monotonicMs: () => nowMs },
    scheduler: { delay: async (ms) => void (nowMs += ms), every: () => ({ cancel: () => undefined }) },
  });
  const logOf = (...ends: number[]) => ({ partitions: ends.length, end: async (partition: number) => ends[partition]! });
  expect(await untilSearchable({ log: logOf(9, 4, 9, -1), marks }, 1_000)).toBe(false);
  expect(nowMs).toBeGreaterThanOrEqual(1_000);
  expect(nowMs).toBeLessThan(1_100);
  expect(await untilSearchable({ log: logOf(4, -1, 3), marks }, 0)).toBe(true);
});
