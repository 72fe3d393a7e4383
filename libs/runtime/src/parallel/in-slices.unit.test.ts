import { expect, it } from 'vitest';
import { createSlices, inSlices } from './in-slices.ts';

/** Counts the turns of the loop. */
function turnsOf() {
  let turns = 0;
  let going = true;
  const count = (): void => {
    turns += 1;
    if (going) setImmediate(count);
  };
  setImmediate(count);
  return { turns: () => turns, stop: () => (going = false) };
}

it('lets others have the thread after each slice, and not before', async () => {
  const loop = turnsOf();
  const slices = createSlices();
  for (let at = 0; at < 32; at += 1) await slices(1_000);
  expect(loop.turns()).toBe(0);
  for (let at = 0; at < 33; at += 1) await slices(1_000);
  expect(loop.turns()).toBeGreaterThan(0);
  loop.stop();
});

it('runs steps to their result', async () => {
  const done: number[] = [];
  function* steps(): Generator<number, string> {
    for (let at = 0; at < 5; at += 1) {
      done.push(at);
      yield 20_000;
    }
    return 'all';
  }
  const loop = turnsOf();
  expect(await inSlices(steps())).toBe('all');
  expect(done).toEqual([0, 1, 2, 3, 4]);
  expect(loop.turns()).toBeGreaterThan(1);
  loop.stop();
});
