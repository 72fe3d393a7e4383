import fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitIds } from './split-ids.ts';

it('keeps every id once and in order, in lists that fit into an address', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 40, unit: 'grapheme' }), { maxLength: 500 }), (ids) => {
      const lists = splitIds(ids);
      expect(lists.flat()).toEqual([...new Set(ids)]);
      for (const list of lists) {
        expect(list.length).toBeGreaterThan(0);
        if (list.length > 1) expect(encodeURIComponent(`['${list.join("','")}']`).length).toBeLessThan(8_000);
      }
    }),
  );
  expect(splitIds([])).toEqual([]);
});
