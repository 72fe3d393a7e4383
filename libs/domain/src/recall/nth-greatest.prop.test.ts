import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { nthGreatest } from './nth-greatest.ts';

describe('the n-th greatest', () => {
  it('is what stands there once all are sorted, equals counted each', () => {
    const value = fc.oneof(fc.double({ noNaN: true }), fc.integer({ min: -3, max: 3 }));
    fc.assert(
      fc.property(fc.array(value, { minLength: 1, maxLength: 200 }), fc.integer({ min: 1, max: 80 }), (values, n) => {
        const sorted = Float64Array.from(values).sort();
        expect(nthGreatest(Float64Array.from(values), n) - sorted[Math.max(0, values.length - n)]! || 0).toBe(0);
      }),
    );
  });

  it('is 0 of none', () => {
    expect(nthGreatest(new Float64Array(), 3)).toBe(0);
    expect(nthGreatest(Float64Array.of(4, 5), 0)).toBe(0);
  });
});
