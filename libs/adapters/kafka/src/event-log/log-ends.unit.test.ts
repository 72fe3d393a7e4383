import { expect, it } from 'vitest';
import { createLogEnds } from './log-ends.ts';

/** Creates ends whose answers the test gives. */
function manual() {
  const asked: { partitions: readonly number[]; answer: (ends: [number, number][]) => void; fail: (error: Error) => void }[] = [];
  const ends = createLogEnds(
    (partitions) => new Promise((resolve, fail) => asked.push({ partitions, answer: (found) => resolve(new Map(found)), fail })),
  );
  const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { asked, ends, turn };
}

it('asks once for all who ask together, and again for who comes while it asks', async () => {
  const { asked, ends, turn } = manual();
  const first = [ends.end(0), ends.end(1), ends.end(0)];
  await turn();
  const later = ends.end(0);
  await turn();
  expect(asked.map(({ partitions }) => partitions)).toEqual([[0, 1]]);
  asked[0]!.answer([
    [0, 5],
    [1, 0],
  ]);
  expect(await Promise.all(first)).toEqual([4, -1, 4]);
  await turn();
  asked[1]!.answer([[0, 6]]);
  expect(await later).toBe(5);
});

it('never says less than what is known to be written, and fails who asked when asking fails', async () => {
  const { asked, ends, turn } = manual();
  ends.raise(0, 9);
  const end = ends.end(0);
  await turn();
  asked[0]!.answer([[0, 4]]);
  expect(await end).toBe(9);
  expect([ends.known(0), ends.known(1)]).toEqual([9, -1]);
  const failing = ends.end(0);
  await turn();
  asked[1]!.fail(new Error('gone'));
  await expect(failing).rejects.toThrow('gone');
  const again = ends.end(0);
  await turn();
  asked[2]!.answer([[0, 11]]);
  expect(await again).toBe(10);
});
