import { createTokenMatching, type TokenMatrix } from '@total-recall/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMaxDotKernel } from '../kernels/max-dot-kernel.ts';
import { createMatching } from './score-tokens.ts';

const matrix = (dimensions: number, maxRows: number): fc.Arbitrary<TokenMatrix> =>
  fc
    .integer({ min: 0, max: maxRows })
    .chain((rows) =>
      fc
        .int8Array({ minLength: rows * dimensions, maxLength: rows * dimensions })
        .map((vectors) => ({ ids: Uint32Array.from({ length: rows }, (_, row) => row * 3), vectors, scales: scalesOf(vectors, rows) })),
    );

/** Returns scales as quantised rows have them: number = int8 * scale, and a row has length 1. */
function scalesOf(vectors: Int8Array, rows: number): Float32Array {
  const dimensions = rows === 0 ? 0 : vectors.length / rows;
  return Float32Array.from({ length: rows }, (_, row) => {
    const length = Math.hypot(...vectors.subarray(row * dimensions, (row + 1) * dimensions));
    return length > 0 ? 1 / length : 0;
  });
}

it('has vector instructions on this machine, or the rest of this file compares the domain with itself', () => {
  expect(createMaxDotKernel()).toBeDefined();
});

it('matches as the domain does, line by line', () => {
  const matching = createMatching();
  const cases = fc.constantFrom(16, 128, 20).chain((dimensions) =>
    fc.record({
      query: matrix(dimensions, 9),
      passages: fc.array(fc.tuple(matrix(dimensions, 12), fc.uint8Array({ minLength: 12, maxLength: 12, max: 3 })), { maxLength: 4 }),
    }),
  );
  fc.assert(
    fc.property(cases, ({ query, passages }) => {
      const idf = (id: number): number => 1 + id;
      const ours = matching(query, idf);
      const theirs = createTokenMatching(query, idf);
      expect(ours.weights).toEqual(theirs.weights);
      for (const [tokens, lines] of passages) {
        const passage = { ...tokens, lines: lines.slice(0, tokens.ids.length) };
        const [found, wanted] = [ours.match(passage), theirs.match(passage)];
        expect(found === undefined).toBe(wanted === undefined);
        found?.best.forEach((value, row) => expect(Math.abs(value - wanted!.best[row]!)).toBeLessThan(1e-4));
        expect(found?.lines.length).toBe(wanted?.lines.length);
        found?.lines.forEach((value, line) => expect(Math.abs(value - wanted!.lines[line]!)).toBeLessThan(1e-4));
      }
    }),
    { numRuns: 60 },
  );
});

it('keeps to rows of the same dimensions', () => {
  const query = { ids: Uint32Array.of(1), vectors: new Int8Array(16).fill(3), scales: Float32Array.of(1) };
  const { match } = createMatching()(query, () => 1);
  expect(() => match({ ...query, vectors: new Int8Array(32), lines: Uint8Array.of(0) })).toThrow(RangeError);
});
