import { expect, it } from 'vitest';
import { createFoldWait } from './fold-wait.ts';

/** Marks of a partition that stand where they are told, and the times for which they were waited for. */
function marksAt(state: { folded: number }) {
  const waits: number[] = [];
  return {
    waits,
    marks: async () => ({ folded: state.folded, searchable: state.folded }),
    waitFor: async (_: number, offset: number, __: string, timeoutMs: number) => {
      waits.push(timeoutMs);
      return state.folded >= offset;
    },
  };
}

it('waits for the whole time where folds move, and shortly where none moved during the last wait', async () => {
  const state = { folded: 4 };
  const marks = marksAt(state);
  const { untilFolded } = createFoldWait({ foldTimeoutMs: 5_000 });
  expect(await untilFolded(marks, 0, 9)).toBe(false);
  expect(await untilFolded(marks, 0, 9)).toBe(false);
  expect(await untilFolded(marks, 1, 9)).toBe(false);
  state.folded = 6;
  expect(await untilFolded(marks, 0, 9)).toBe(false);
  state.folded = 9;
  expect(await untilFolded(marks, 0, 9)).toBe(true);
  state.folded = 6;
  expect(await untilFolded(marks, 0, 9)).toBe(false);
  expect(marks.waits).toEqual([5_000, 200, 5_000, 5_000, 5_000, 5_000]);
});
