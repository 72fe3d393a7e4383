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

  it('do not fall by a read that was overtaken', async () => {
    const { watcher, reads } = build();
    const slow = watcher.marks(0);
    watcher.moved(0, upTo(9));
    reads[0]!(upTo(3));
    expect(await slow).toEqual(upTo(9));
    expect(await watcher.waitFor(0, 9, 'searchable', 0)).toBe(true);
    expect(reads).toHaveLength(1);
  });
});
