import { describe, expect, it } from 'vitest';
import { createTokenFactors } from './token-factors.ts';

const talk = (name: string, model = 'm') => ({ model, talk: `${model}:${name}` });

function learned(ratios: readonly number[], keys = talk('a'), factors = createTokenFactors()) {
  for (const ratio of ratios) factors.learn(keys, 10_000 * ratio, 10_000);
  return factors;
}
const times = (count: number, ratio: number): number[] => Array.from({ length: count }, () => ratio);

describe('the correction of token estimates', () => {
  it('is 1 until some requests say the same, then as high as the vendor counted, for the whole model', () => {
    expect(learned([1.2, 1.2]).of(talk('a'))).toBe(1);
    const factors = learned(times(3, 1.2));
    expect(factors.of(talk('a'))).toBeGreaterThanOrEqual(1.2);
    expect(factors.of(talk('new'))).toBeGreaterThanOrEqual(1.2);
    expect(factors.of(talk('a', 'other'))).toBe(1);
  });

  it('falls below 1 for a conversation alone of which every remembered request was counted too high', () => {
    const factors = learned(times(8, 0.9));
    expect(factors.of(talk('a'))).toBeCloseTo(0.90625);
    expect(factors.of(talk('new'))).toBe(1);
    expect(learned([1], talk('a'), factors).of(talk('a'))).toBe(1);
    expect(learned(times(32, 0.9), talk('a'), factors).of(talk('a'))).toBeCloseTo(0.90625);
  });

  it('is not moved by outliers, and is bounded', () => {
    expect(learned([...times(20, 1.01), 1.9, 1.9]).of(talk('a'))).toBeLessThan(1.05);
    expect(learned([...times(20, 1.01), 7, 0.01, 0, Number.NaN]).of(talk('a'))).toBeLessThan(1.05);
    expect(learned(times(20, 1.9)).of(talk('a'))).toBe(1.5);
    expect(learned(times(20, 0.6)).of(talk('a'))).toBe(0.8);
    const small = createTokenFactors();
    for (let at = 0; at < 9; at++) small.learn(talk('a'), 300, 200);
    expect(small.of(talk('a'))).toBe(1);
  });
});
