import { NO_MARKS, type Marks } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { createMarkWatcher } from './mark-watcher.ts';

const upTo = (offset: number): Marks => ({ folded: offset, searchable: offset });

/** Marks are read when the test answers; time passes with every pause. */
function build() {
  let nowMs = 0;
  const reads: ((marks: Marks) => void)[] = [];
  let stored: Marks | undefined;
  const watcher = createMarkWatcher({
    index: { marks: () => (stored === undefined ? new Promise((resolve) => reads.push(resolve)) : Promise.resolve(stored)) },
    clock: { now: () => nowMs, monotonicMs: () => nowMs },
    scheduler: {
      delay: async (ms) => void (nowMs += ms),
      every: () => ({ cancel: () => undefined }),
    },
  });
  return { watcher, reads, store: (marks: Marks) => void (stored = marks), pass: (ms: number) => void (nowMs += ms) };
}

describe('the marks as a process knows them', () => {
  it('are waited for, and waited for in vain once the time is up', async () => {
    const { watcher, store } = build();
    store(upTo(7));
    expect(await watcher.waitFor(0, 7, 'folded', 100)).toBe(true);
    expect(await watcher.waitFor(0, 8, 'searchable', 100)).toBe(false);
    watcher.moved(0, upTo(8));
    expect(await watcher.waitFor(0, 8, 'searchable', 0)).toBe(true);
  });

  it('fall again where the index was lost: what was read a second ago is no promise', async () => {
    const { watcher, store, pass } = build();
    store(upTo(7));
    expect(await watcher.waitFor(0, 7, 'folded', 100)).toBe(true);
    store(NO_MARKS);
    pass(1_000);
    expect(await watcher.waitFor(0, 7, 'folded', 100)).toBe(false);
    expect(await watcher.marks(0)).toEqual(NO_MARKS);
    store(upTo(7));
    expect(await watcher.waitFor(0, 7, 'folded', 100)).toBe(true);
  });

  it('are read anew where another index stands behind them since they were asked for', async () => {
    const { watcher, reads, store } = build();
    const slow = watcher.marks(0);
    watcher.forget();
    store(upTo(2));
    reads[0]!(upTo(9));
    expect(await slow).toEqual(upTo(2));
    expect(await watcher.waitFor(0, 9, 'searchable', 0)).toBe(false);
  });

  it('are not read again for a moment where they have reached what is asked for', async () => {
    const { watcher, reads, store, pass } = build();
    watcher.moved(0, { folded: 9, searchable: 7 });
    expect(await watcher.marks(0, 7)).toEqual({ folded: 9, searchable: 7 });
    expect(reads).toHaveLength(0);
    store(upTo(9));
    expect(await watcher.marks(0, 8)).toEqual(upTo(9));
    store(upTo(12));
    expect(await watcher.marks(0, 9)).toEqual(upTo(9));
    pass(1_000);
    expect(await watcher.marks(0, 9)).toEqual(upTo(12));
  });

  it('do not fall by a read that was overtaken', async () => {
    const { watcher, reads } = build();
    const slow = watcher.marks(0);
    watcher.moved(0, upTo(9));
    reads[0]!(upTo(3));
    expect(await slow).toEqual(upTo(9));
    expect(await watcher.waitFor(0, 9, 'searchable', 0)).toBe(true);
    expect(reads).toHaveLength(1);
  });

  it('are looked at by one loop for all who wait, each for its own offset', async () => {
    const { watcher, reads } = build();
    const waits = Array.from({ length: 40 }, (_, at) => watcher.waitFor(0, 1 + (at % 5), 'searchable', 1_000));
    expect(reads).toHaveLength(1);
    reads[0]!({ folded: 5, searchable: 3 });
    expect(await Promise.all(waits.filter((_, at) => at % 5 < 3))).toEqual(Array(24).fill(true));
    watcher.moved(0, upTo(5));
    expect(await Promise.all(waits)).toEqual(Array(40).fill(true));
    expect(reads.length).toBeLessThanOrEqual(2);
  });

  it("are of one partition, and of a time that is each waiter's own", async () => {
    const { watcher, store } = build();
    store(upTo(2));
    const long = watcher.waitFor(0, 3, 'folded', 1_000);
    const other = watcher.waitFor(1, 3, 'folded', 1_000);
    expect(await watcher.waitFor(0, 3, 'folded', 10)).toBe(false);
    watcher.moved(0, upTo(3));
    expect(await long).toBe(true);
    expect(await other).toBe(false);
  });

  it('cannot be read: all who wait are told, and who asks next tries again', async () => {
    let isAway = true;
    const watcher = createMarkWatcher({
      index: {
        marks: async () => {
          if (isAway) throw new Error('away');
          return upTo(9);
        },
      },
      clock: { now: () => 0, monotonicMs: () => 0 },
      scheduler: { delay: async () => undefined, every: () => ({ cancel: () => undefined }) },
    });
    const both = await Promise.allSettled([watcher.waitFor(0, 5, 'folded', 10), watcher.waitFor(0, 6, 'folded', 10)]);
    expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    isAway = false;
    expect(await watcher.waitFor(0, 5, 'folded', 10)).toBe(true);
  });
});
