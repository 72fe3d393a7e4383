import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createSignKernel } from '../kernels/sign-kernel.ts';
import { scanSigns, SignScan, signTable, type SignPart } from './sign-scan.ts';
import { signBytes, signsOf } from './vector-format.ts';

const query = fc.oneof(fc.integer({ min: 1, max: 21 }), fc.constantFrom(127, 128, 137)).chain((dimensions) =>
  fc.tuple(
    fc
      .array(fc.float({ min: -1, max: 1, noNaN: true }), { minLength: dimensions, maxLength: dimensions })
      .map((values) => Float32Array.from(values)),
    fc.array(fc.array(fc.integer({ min: -127, max: 127 }), { minLength: dimensions, maxLength: dimensions }), { maxLength: 30 }),
  ),
);

/** Returns the weight of the dimensions whose signs agree, as a share of all. */
function agreement(vector: Float32Array, row: readonly number[]): number {
  const total = vector.reduce((sum, value) => sum + Math.abs(value), 0);
  return total === 0 ? 0 : vector.reduce((sum, value, at) => sum + (value > 0 === row[at]! > 0 ? Math.abs(value) : 0), 0) / total;
}

function partOf(rows: readonly (readonly number[])[], dimensions: number, allows?: (place: number) => boolean): SignPart {
  const signs = signsOf(Int8Array.from(rows.flat()), dimensions);
  return { count: rows.length, read: () => ({ signs, ...(allows ? { allows } : {}) }) };
}

describe('choosing by signs', () => {
  const scan = new SignScan();

  it('chooses as many as wanted, and none that agrees clearly less than one left out', () => {
    fc.assert(
      fc.property(query, fc.integer({ min: 1, max: 12 }), fc.integer({ min: 0, max: 30 }), ([vector, rows], most, split) => {
        const parts = [partOf(rows.slice(0, split), vector.length), partOf(rows.slice(split), vector.length)];
        const found = scan.select(parts, signTable(vector), most);
        const chosen = new Set(found.map(({ part, place }) => place + part * Math.min(split, rows.length)));
        for (const { part, place, signs } of found)
          expect(signs).toEqual(signsOf(Int8Array.from(rows[place + part * Math.min(split, rows.length)]!), vector.length));
        expect(found.length).toBe(chosen.size);
        expect(chosen.size).toBe(Math.min(most, rows.length));
        const scores = rows.map((row) => agreement(vector, row));
        const worst = Math.min(...scores.filter((_, at) => chosen.has(at)), 1);
        scores.forEach((score, at) => chosen.has(at) || expect(score).toBeLessThanOrEqual(worst + 0.002));
      }),
    );
  });

  it('chooses only what is allowed, before the cut', () => {
    fc.assert(
      fc.property(query, fc.integer({ min: 1, max: 12 }), ([vector, rows], most) => {
        const allows = (place: number): boolean => place % 3 === 1;
        const chosen = scan.select([partOf(rows, vector.length, allows)], signTable(vector), most).map(({ place }) => place);
        expect(chosen.every(allows)).toBe(true);
        expect(chosen.length).toBe(Math.min(most, rows.filter((_, at) => allows(at)).length));
      }),
    );
  });

  it('scores by vector instructions as without them', () => {
    const kernel = createSignKernel()!;
    fc.assert(
      fc.property(query, ([vector, rows]) => {
        const { signs } = partOf(rows, vector.length).read();
        const table = signTable(vector);
        const plain = new Uint16Array(Math.ceil(rows.length / 16) * 16);
        scanSigns(
          plain,
          Uint8Array.from({ length: plain.length * signBytes(vector.length) }, (_, at) => signs[at] ?? 0),
          table,
        );
        kernel.load(table);
        expect(kernel.scores(signs)).toEqual(plain);
      }),
    );
  });

  it('keeps a bit a dimension', () => {
    expect(signBytes(9)).toBe(2);
    expect([...signsOf(Int8Array.from([1, -1, 0, 5, 0, 0, 0, 0, 2, -3, 1, 1, 1, 1, 1, 1, 1, -9]), 9)]).toEqual([
      0b1001, 0b1, 0b11111110, 0,
    ]);
  });
});
