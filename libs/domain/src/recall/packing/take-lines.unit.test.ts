import { expect, it } from 'vitest';
import type { PackableEvent } from './order-lines.ts';
import { takeLines } from './take-lines.ts';

/** Six lines of ten tokens each; a heading costs five and the group two. */
const LINES = Array.from({ length: 6 }, (_, at) => ({
  text: `line ${at} of the log\n`,
  share: 1,
  fromByte: at * 20,
  toByte: at * 20 + 20,
}));
const EVENTS: readonly PackableEvent[] = [{ isWhole: false, passages: [{ score: 1, lines: LINES }] }];

function taken(budgetTokens: number, picked: readonly number[]): readonly number[] {
  const costs = { budgetTokens, heading: () => 5, group: () => ({ key: 'day', tokens: 2 }), line: () => 10 };
  const picks = picked.map((line) => ({ event: 0, passage: 0, line, worth: 1 }));
  return takeLines(EVENTS, picks, costs, { freeTokens: 0, worthWithin: 9 }).lines.flatMap(({ lines }) => lines);
}

it('a line costs itself, its gap, and the heading and group of what was not shown yet, and no more', () => {
  const first = 3 + 5 + 2 + 2 * 10;
  expect(taken(first, [0])).toEqual([0, 1]);
  expect(taken(first - 1, [0])).toEqual([0]);
  expect(taken(first - 11, [0])).toEqual([]);
});

it('a line beside one that is shown costs nothing but itself; one elsewhere costs a gap', () => {
  const first = 3 + 5 + 2 + 2 * 10;
  expect(taken(first + 20, [0, 2])).toEqual([0, 1, 2, 3]);
  expect(taken(first + 23, [0, 4])).toEqual([0, 1, 4, 5]);
  expect(taken(first + 22, [0, 4])).toEqual([0, 1, 4]);
});
