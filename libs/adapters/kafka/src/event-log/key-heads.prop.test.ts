import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createKeyHeads } from './key-heads.ts';

it('never answers an offset before the last of a key, and the very one of the keys seen last', () => {
  const keys = fc.array(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e'), { maxLength: 40 });
  fc.assert(
    fc.property(keys, fc.nat(40), fc.integer({ min: 1, max: 5 }), (written, from, capacity) => {
      const heads = createKeyHeads(Math.min(from, written.length), capacity);
      for (let offset = Math.min(from, written.length); offset < written.length; offset++) heads.note(written[offset]!, offset);
      const seen = new Set(written.slice(from).toReversed());
      for (const key of ['a', 'b', 'c', 'd', 'e']) {
        const last = written.lastIndexOf(key);
        expect(heads.lastOffset(key)).toBeGreaterThanOrEqual(last);
        expect(heads.lastOffset(key)).toBeLessThan(Math.max(1, written.length));
        if ([...seen].slice(0, capacity).includes(key)) expect(heads.lastOffset(key)).toBe(last);
      }
    }),
  );
});
