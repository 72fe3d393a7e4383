import { describe, expect, it } from 'vitest';
import { leadingDirections } from './leading-directions.ts';

describe('leadingDirections', () => {
  it('finds the directions with the largest second moments, in their order', () => {
    // Upper triangle of a matrix with weight 9 along (.6, .8, 0), 4 along (0, 0, 1) and 1 along (.8, -.6, 0).
    const moments = Float64Array.from([9 * 0.36 + 0.64, 9 * 0.48 - 0.48, 0, 0, 9 * 0.64 + 0.36, 0, 0, 0, 4]);
    const found = leadingDirections(moments, 3, 2);
    const sign = Math.sign(found[0]!);
    expect([...found.subarray(0, 3)].map((value) => value * sign)).toEqual([0.6, 0.8, 0].map((value) => expect.closeTo(value, 6)));
    expect(Math.abs(found[5]!)).toBeCloseTo(1, 6);
  });
});
