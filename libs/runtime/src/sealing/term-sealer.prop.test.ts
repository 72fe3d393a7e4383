import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTermSealer } from './term-sealer.ts';

const key = new Uint8Array(32).fill(7);
const sealer = createTermSealer(key);

it('seals a term the same way each time, as a term of the index, and otherwise under another key', () => {
  const other = createTermSealer(new Uint8Array(32).fill(8));
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9_]{1,40}$/), (term) => {
      const sealed = sealer.term(term);
      expect(sealed).toMatch(/^[a-z2-7]{10}$/);
      expect(createTermSealer(key).term(term)).toBe(sealed);
      expect(other.term(term)).not.toBe(sealed);
    }),
  );
});

it('gives every wordpiece a number of its own', () => {
  const taken = new Set(Array.from({ length: 65_536 }, (_, id) => sealer.wordpiece(id)));
  expect(taken.size).toBe(65_536);
  expect(Math.max(...taken)).toBe(65_535);
  fc.assert(
    fc.property(fc.nat({ max: 4_294_967_295 }), fc.nat({ max: 4_294_967_295 }), (one, two) => {
      expect(sealer.wordpiece(one) === sealer.wordpiece(two)).toBe(one === two);
    }),
  );
});

it('leaves hardly a number where it was', () => {
  expect(Array.from({ length: 30_000 }, (_, id) => id).filter((id) => sealer.wordpiece(id) === id).length).toBeLessThan(30);
});
