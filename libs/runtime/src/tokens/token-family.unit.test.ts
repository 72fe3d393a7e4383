import { expect, it } from 'vitest';
import { familyRatio } from './token-family.ts';

it('says by how much counts grow from one family to another', () => {
  expect(familyRatio('o200k', 'claude')).toBe(1.35);
  expect(familyRatio('claude', 'cl100k')).toBeCloseTo(1 / 1.35);
  expect(familyRatio('claude', 'claude')).toBe(1);
});

it('takes a family that a caller added for one that counts as it is', () => {
  expect(familyRatio('own', 'o200k')).toBe(1);
  expect(familyRatio('own', 'claude')).toBe(1.35);
});
