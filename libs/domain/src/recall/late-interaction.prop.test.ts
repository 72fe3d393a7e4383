import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLateInteraction, type TokenMatrix } from './late-interaction.ts';
import { quantiseRows, quantiseVector } from './quantise-vector.ts';

const DIMENSIONS = 6;
const row = fc.array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: DIMENSIONS, maxLength: DIMENSIONS }).map((values) => {
  const length = Math.hypot(...values);
  return length > 1e-3 ? values.map((value) => value / length) : values.map((_, at) => (at === 0 ? 1 : 0));
});
const rows = fc.array(row, { minLength: 1, maxLength: 11 });
const idf = (id: number): number => 1 + (id % 3);

function matrix(vectors: readonly (readonly number[])[]): TokenMatrix {
  return { ids: Uint32Array.from(vectors, (_, at) => at), ...quantiseRows(Float32Array.from(vectors.flat()), DIMENSIONS) };
}

function query(vectors: readonly (readonly number[])[]): { ids: number[]; vectors: Float32Array } {
  return { ids: vectors.map((_, at) => at), vectors: Float32Array.from(vectors.flat()) };
}

function plainly(asked: readonly (readonly number[])[], held: readonly (readonly number[])[]): number {
  const dot = (left: readonly number[], right: readonly number[]): number => left.reduce((sum, value, at) => sum + value * right[at]!, 0);
  const total = asked.reduce((sum, _, at) => sum + idf(at), 0);
  return asked.reduce((sum, token, at) => sum + idf(at) * Math.max(...held.map((other) => dot(token, other))), 0) / total;
}

describe('late interaction, any tokens', () => {
  it('agrees with the formula within the error of a byte', () => {
    fc.assert(
      fc.property(rows, rows, (asked, held) => {
        expect(Math.abs(createLateInteraction(query(asked), idf)(matrix(held)) - plainly(asked, held))).toBeLessThan(0.02);
      }),
    );
  });

  it('never falls when a document gains a token, and does not depend on their order', () => {
    fc.assert(
      fc.property(rows, rows, row, (asked, held, more) => {
        const score = createLateInteraction(query(asked), idf);
        const before = score(matrix(held));
        expect(score(matrix([...held, more]))).toBeGreaterThanOrEqual(before);
        expect(score(matrix(held.toReversed()))).toBe(before);
      }),
    );
  });

  it('scores each document as if it were the only one', () => {
    fc.assert(
      fc.property(rows, rows, rows, (asked, one, other) => {
        const score = createLateInteraction(query(asked), idf);
        const first = score(matrix(one));
        score(matrix(other));
        expect(score(matrix(one))).toBe(first);
      }),
    );
  });
});

describe('quantising', () => {
  it('keeps every value within half a step, and the largest exactly', () => {
    fc.assert(
      fc.property(fc.float32Array({ minLength: 1, maxLength: 40, noNaN: true, min: -1_000, max: 1_000 }), (vector) => {
        const { values, scale } = quantiseVector(vector);
        vector.forEach((value, at) => expect(Math.abs(values[at]! * scale - value)).toBeLessThanOrEqual(scale * 0.501 + 1e-30));
        expect(Math.max(...values.map(Math.abs))).toBe(scale > 0 ? 127 : 0);
      }),
    );
  });

  it('makes nothing of what is no number', () => {
    for (const odd of [Number.NaN, Infinity, -Infinity])
      expect(quantiseVector(Float32Array.from([1, odd, 2]))).toEqual({ values: new Int8Array(3), scale: 0 });
  });
});
