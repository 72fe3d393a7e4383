import { expect, it } from 'vitest';
import { createBackgroundPace, loopBusyMs } from './background-pace.ts';

/** A thread whose time the test spends: `others` work in every turn of the loop, and a rest passes at once. */
function threadOf() {
  const thread = { nowMs: 1_000, busyMs: 0, othersMs: 0, rests: [] as number[] };
  const others = (): void => {
    thread.nowMs += thread.othersMs;
    thread.busyMs += thread.othersMs;
  };
  const pace = createBackgroundPace({
    clock: { monotonicMs: () => thread.nowMs },
    scheduler: {
      delay: async (ms) => {
        thread.rests.push(ms);
        thread.nowMs += ms;
        others();
      },
    },
    busyMs: () => thread.busyMs,
  });
  /** Works for so long, with others in the turn after it. */
  const work = async (ms: number): Promise<void> => {
    thread.nowMs += ms;
    thread.busyMs += ms;
    const paced = pace(0);
    setImmediate(others);
    await paced;
  };
  return { thread, pace, work };
}

it('lets what is pending go first after each slice, and rests for nobody', async () => {
  const { thread, work } = threadOf();
  let turns = 0;
  setImmediate(() => (turns += 1));
  await work(1);
  expect(turns).toBe(0);
  await work(1);
  expect(turns).toBe(1);
  for (let at = 0; at < 50; at += 1) await work(2);
  expect(thread.rests).toEqual([]);
});

it('takes a tenth of the thread while others are served, and all of it again when they are not', async () => {
  const { thread, work } = threadOf();
  thread.othersMs = 1;
  const startMs = thread.nowMs;
  for (let at = 0; at < 100; at += 1) await work(2);
  expect(thread.rests.length).toBeGreaterThanOrEqual(99);
  expect(200 / (thread.nowMs - startMs)).toBeLessThanOrEqual(0.1);
  expect(200 / (thread.nowMs - startMs)).toBeGreaterThan(0.08);
  thread.othersMs = 0;
  for (let at = 0; at < 10; at += 1) await work(2);
  const { length } = thread.rests;
  for (let at = 0; at < 50; at += 1) await work(2);
  expect(thread.rests).toHaveLength(length);
});

it('rests no longer for a long stretch than for two slices', async () => {
  const { thread, work } = threadOf();
  thread.othersMs = 1;
  await work(2);
  thread.rests.length = 0;
  await work(500);
  expect(thread.rests).toEqual([36]);
});

it('has several works rest together, so that they keep to the share of one', async () => {
  const { thread, pace, work } = threadOf();
  thread.othersMs = 1;
  await work(2);
  thread.rests.length = 0;
  thread.busyMs += 2;
  const first = pace(0);
  expect(pace(0)).toBe(first);
  setImmediate(() => (thread.busyMs += 1));
  await Promise.all([first, pace(0)]);
  expect(thread.rests).toHaveLength(1);
});

it('goes on after a rest that failed', async () => {
  let isBroken = true;
  let busyMs = 0;
  const pace = createBackgroundPace({
    clock: { monotonicMs: () => 0 },
    scheduler: { delay: async () => (isBroken ? Promise.reject(new Error('ended')) : undefined) },
    busyMs: () => (busyMs += 3),
  });
  await expect(pace(0)).rejects.toThrow('ended');
  isBroken = false;
  await expect(pace(0)).resolves.toBeUndefined();
});

it('reads how long the loop of this thread has worked, without the time that it waited', async () => {
  const [busyMs, startMs] = [loopBusyMs(), performance.now()];
  while (performance.now() - startMs < 5);
  expect(loopBusyMs() - busyMs).toBeGreaterThanOrEqual(4);
});
