import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addSequence, hasSequence } from './source-progress.ts';
import type { SourceProgress } from './session-state.ts';

it('I-01 the progress of a source knows exactly what a set of its numbers knows, and stays in normal form', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1, max: 30 }), { maxLength: 60, size: 'max' }), (sequences) => {
      const model = new Set<number>();
      let progress: SourceProgress | undefined;
      for (const sequence of sequences) {
        expect(hasSequence(progress, sequence)).toBe(model.has(sequence));
        progress = addSequence(progress, sequence);
        model.add(sequence);
        for (let number = 1; number <= 32; number++) expect(hasSequence(progress, number)).toBe(model.has(number));
        let last = progress.mark;
        for (const [from, to] of progress.above) {
          expect(from).toBeGreaterThan(last + 1);
          expect(to).toBeGreaterThanOrEqual(from);
          last = to;
        }
      }
    }),
    { numRuns: 200 },
  );
});

it.each<[number[], SourceProgress]>([
  [[1, 2, 3], { mark: 3, above: [] }],
  [[3, 1], { mark: 1, above: [[3, 3]] }],
  [[3, 1, 2], { mark: 3, above: [] }],
  [
    [5, 3, 4, 9],
    {
      mark: 0,
      above: [
        [3, 5],
        [9, 9],
      ],
    },
  ],
  [
    [9, 3, 6],
    {
      mark: 0,
      above: [
        [3, 3],
        [6, 6],
        [9, 9],
      ],
    },
  ],
  [[2, 2], { mark: 0, above: [[2, 2]] }],
])('after %j the progress is %j', (sequences, progress) => {
  expect(sequences.reduce<SourceProgress | undefined>((before, sequence) => addSequence(before, sequence), undefined)).toEqual(progress);
});
