import fc from 'fast-check';
import { expect, it } from 'vitest';
import { wholeTo } from './surrogates.ts';

it('a place moves to the beginning of its character, if at all', () => {
  const text = fc.string({ unit: 'binary', maxLength: 20 });
  fc.assert(
    fc.property(
      text.chain((whole) => fc.tuple(fc.constant(whole), fc.integer({ min: 0, max: whole.length + 2 }))),
      ([whole, at]) => {
        const moved = wholeTo(whole, at);
        expect(whole.slice(0, moved).isWellFormed()).toBe(true);
        const asked = Math.min(at, whole.length);
        expect(moved).toBe(whole.slice(0, asked).isWellFormed() ? asked : asked - 1);
      },
    ),
  );
});
