import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isCoded, packSizes, sizeBytes, toLevels, unpackRows } from './row-code.ts';
import { signsOf } from './vector-format.ts';

const rowsOf = (dimensions: number) =>
  fc.array(fc.array(fc.integer({ min: -127, max: 127 }), { minLength: dimensions, maxLength: dimensions }), { maxLength: 5 });

const dot = (left: readonly number[], right: readonly number[]): number => left.reduce((sum, value, at) => sum + value * right[at]!, 0);

/** Roughly normal numbers: the sum of twelve uniform ones. */
const normal = fc
  .array(fc.integer({ min: -9, max: 9 }), { minLength: 12, maxLength: 12 })
  .map((twelve) => twelve.reduce((sum, value) => sum + value, 0));

describe('rows in half a byte a dimension', () => {
  it('come back from sizes and signs as they were put into levels', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(128, 136, 384).chain((dimensions) => rowsOf(dimensions).map((rows) => ({ dimensions, rows }))),
        ({ dimensions, rows }) => {
          expect(isCoded(dimensions)).toBe(true);
          const given = Int8Array.from(rows.flat());
          const { rows: levels } = toLevels(given, new Float32Array(rows.length).fill(1), dimensions);
          const sizes = packSizes(levels);
          expect(sizes).toHaveLength(rows.length * sizeBytes(dimensions));
          const back = new Int8Array(given.length);
          unpackRows(sizes, signsOf(levels, dimensions), back);
          expect(back).toEqual(levels);
          expect(signsOf(levels, dimensions)).toEqual(signsOf(given, dimensions));
        },
      ),
    );
  });

  it('keep their product with themselves, and nearly their direction', () => {
    fc.assert(
      fc.property(fc.array(normal, { minLength: 384, maxLength: 384 }), fc.integer({ min: 1, max: 1_000 }), (row, thousandths) => {
        const scale = thousandths / 1_000;
        const { rows, scales } = toLevels(Int8Array.from(row), Float32Array.of(scale), 384);
        const levels = [...rows];
        expect((dot(row, levels) * scales[0]!) / scale / dot(row, row)).toBeCloseTo(1, 4);
        expect(dot(row, levels) / Math.sqrt(dot(row, row) * dot(levels, levels))).toBeGreaterThan(0.985);
      }),
    );
  });

  it('of zeros keep scale 0; rows of few dimensions are in no code', () => {
    expect(toLevels(new Int8Array(128), Float32Array.of(0.5), 128).scales).toEqual(Float32Array.of(0));
    expect([8, 127, 129].map(isCoded)).toEqual([false, false, false]);
  });
});
