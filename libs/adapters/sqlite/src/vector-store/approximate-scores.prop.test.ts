import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createDotKernel } from '../kernels/dot-kernel.ts';
import { dotRow } from './dot-row.ts';
import { createApproximateScorer } from './approximate-scores.ts';

const cases = fc.constantFrom(16, 32, 384, 4_096).chain((dimensions) =>
  fc.record({
    query: fc
      .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: dimensions, maxLength: dimensions })
      .map((values) => Float32Array.from(values)),
    rows: fc.integer({ min: 0, max: 9 }).chain((count) => fc.int8Array({ minLength: count * dimensions, maxLength: count * dimensions })),
    scale: fc.float({ min: Math.fround(0.0001), max: 1, noNaN: true }),
  }),
);

it('has vector instructions on this machine, or the rest of this file looks at nothing', () => {
  expect(createDotKernel()).toBeDefined();
});

it('is never further off than it says', () => {
  const scoreNear = createApproximateScorer();
  fc.assert(
    fc.property(cases, ({ query, rows, scale }) => {
      const scales = new Float32Array(rows.length / query.length).fill(scale);
      const scored = scoreNear(query)?.(rows, scales);
      expect(scored === undefined).toBe(query.every((value) => value === 0));
      scored?.near.forEach((near, place) => {
        const exact = scales[place]! * dotRow(query, rows, place * query.length);
        expect(Math.abs(near - exact)).toBeLessThanOrEqual(scored.off * scales[place]!);
      });
    }),
    { numRuns: 60 },
  );
});

it('takes more rows than go at once', () => {
  const query = Float32Array.from({ length: 16 }, (_, at) => at / 16);
  const rows = Int8Array.from({ length: 16 * 1_027 }, (_, at) => (at * 37) % 127);
  const scales = new Float32Array(1_027).fill(1);
  const { near, off } = createApproximateScorer()(query)!(rows, scales);
  near.forEach((score, place) => expect(Math.abs(score - dotRow(query, rows, place * 16))).toBeLessThanOrEqual(off));
});
