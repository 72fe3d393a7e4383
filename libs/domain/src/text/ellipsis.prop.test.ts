import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutWithEllipsis } from './ellipsis.ts';

it('a text that is cut has room, says what it began with and holds no half of a character', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 20 }), fc.integer({ min: 2, max: 24 }), (text, most) => {
      const cut = cutWithEllipsis(text, most);
      expect(cut.isWellFormed()).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(most);
      if (text.length <= most) expect(cut).toBe(text);
      else {
        expect(text.startsWith(cut.slice(0, -1))).toBe(true);
        expect(cut.length).toBeGreaterThanOrEqual(most - 1);
      }
    }),
  );
});
