import { describe, expect, it } from 'vitest';
import { lastDirect } from './last-direct.ts';

/** Events by their places; those named are statements that their own words found. */
const found = (count: number, ...statements: number[]) =>
  Array.from({ length: count }, (_, place) => {
    const factors: Record<string, number> = statements.includes(place) ? { standing: 1 } : {};
    return { place, ranked: { factors } };
  });

describe('the event behind which statements come', () => {
  it('is the third, or the last of fewer', () => {
    expect(lastDirect(found(9))?.place).toBe(2);
    expect(lastDirect(found(2))?.place).toBe(1);
    expect(lastDirect(found(0))).toBeUndefined();
  });

  it('is the last statement among the first five that was found by its own words', () => {
    expect(lastDirect(found(9, 0, 3))?.place).toBe(3);
    expect(lastDirect(found(9, 3, 4, 6))?.place).toBe(4);
    expect(lastDirect(found(9, 1, 6))?.place).toBe(2);
  });
});
