import { NO_MARKS } from '@total-recall/domain';
import { expect, it } from 'vitest';
import { createProgress } from './commit-progress.ts';

it('says how far each partition has come, again only where that is new, or where it was not taken in', async () => {
  const held = new Map([
    [0, 1],
    [3, 2],
  ]);
  const folded = new Map([
    [0, 9],
    [3, -1],
  ]);
  const committed: (readonly [number, number, number])[] = [];
  let isStale = false;
  const say = createProgress({
    held,
    marks: async (partition) => ({ ...NO_MARKS, folded: folded.get(partition)! }),
    mark: 'folded',
    commit: async (...said) => {
      committed.push(said);
      return !isStale;
    },
  });
  const saidNow = async () => {
    committed.length = 0;
    await say();
    return [...committed];
  };

  expect(await saidNow()).toEqual([
    [0, 1, 10],
    [3, 2, 0],
  ]);
  expect(await saidNow()).toEqual([]);
  folded.set(3, 5);
  isStale = true;
  expect(await saidNow()).toEqual([[3, 2, 6]]);
  isStale = false;
  expect(await saidNow()).toEqual([[3, 2, 6]]);
  // Another process held the partition in between and may have committed something else.
  held.delete(0);
  expect(await saidNow()).toEqual([]);
  held.set(0, 1);
  expect(await saidNow()).toEqual([[0, 1, 10]]);
});
