import { createLateInteraction, type TokenMatrix } from '@total-recall/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createMaxDotKernel } from './max-dot-kernel.ts';
import { createTokenScoring } from './score-tokens.ts';

const matrix = (dimensions: number, maxRows: number): fc.Arbitrary<TokenMatrix> =>
  fc
    .integer({ min: 0, max: maxRows })
    .chain((rows) =>
      fc
        .int8Array({ minLength: rows * dimensions, maxLength: rows * dimensions })
        .map((vectors) => ({ ids: Uint32Array.from({ length: rows }, (_, row) => row * 3), vectors, scales: scalesOf(vectors, rows) })),
    );

/** As quantised rows have them: number = int8 * scale, and a row has length 1. */
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

it('scores as the domain does, document after document, whatever was scored before', () => {
  const score = createTokenScoring();
  const cases = fc
    .constantFrom(16, 32, 128, 20)
    .chain((dimensions) => fc.record({ query: matrix(dimensions, 9), documents: fc.array(matrix(dimensions, 12), { maxLength: 4 }) }));
  fc.assert(
    fc.property(cases, ({ query, documents }) => {
      const idf = (id: number): number => (id % 2 === 0 ? 1 + id : 0.5);
      const ours = score(query, idf);
      const theirs = createLateInteraction(query, idf);
      for (const document of documents) expect(Math.abs(ours(document) - theirs(document))).toBeLessThan(1e-4);
    }),
    { numRuns: 60 },
  );
});

it('keeps to rows of the same dimensions', () => {
  const score = createTokenScoring();
  const query = { ids: Uint32Array.of(1), vectors: new Int8Array(16).fill(3), scales: Float32Array.of(1) };
  expect(() => score(query, () => 1)({ ...query, vectors: new Int8Array(32) })).toThrow(RangeError);
});
