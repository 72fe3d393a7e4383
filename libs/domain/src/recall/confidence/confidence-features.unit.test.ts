import { expect, it } from 'vitest';
import { hitFeatures } from './confidence-features.ts';

it('the substance of a hit is the weight that it holds, in units of the rarest word', () => {
  const asked = { weights: [6, 2], exact: [false, false], seen: [true, true], rarest: 6, documents: 9 };
  const substance = (held: readonly boolean[]): number | undefined =>
    hitFeatures(asked, { eventId: 'e1', held, coverage: 0, score: 1 }, { place: 1, top: 1, answer: 0.5 })['substance'];
  expect(substance([false, false])).toBe(0);
  // One rarest word of two that reach a half.
  expect(substance([true, false])).toBeCloseTo(1 / 3);
  expect(substance([false, true])).toBeCloseTo(1 / 7);
});
