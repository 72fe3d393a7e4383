import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLruMap } from './recent-entries.ts';

const KEYS = ['a', 'b', 'c', 'd', 'e', 'f'];

describe('recent entries', () => {
  it('are those used last that fit, or the newest alone, and their weight is told once', () => {
    const use = fc.record({
      key: fc.constantFrom(...KEYS),
      weight: fc.integer({ min: 1, max: 60 }),
      act: fc.constantFrom('get', 'set', 'set', 'delete'),
    });
    fc.assert(
      fc.property(fc.array(use, { maxLength: 60 }), fc.integer({ min: 1, max: 100 }), (uses, capacity) => {
        let grown = 0;
        const entries = createLruMap<number>(capacity, (by) => (grown += by));
        /** Entries by key, the least recently used first. */
        const model = new Map<string, number>();
        const sum = () => [...model.values()].reduce((total, weight) => total + weight, 0);
        for (const { key, weight, act } of uses) {
          const known = model.get(key);
          model.delete(key);
          if (act === 'delete') entries.delete(key);
          if (act === 'get') {
            expect(entries.get(key)).toBe(known);
            if (known !== undefined) model.set(key, known);
          }
          if (act === 'set') {
            entries.set(key, weight, weight);
            model.set(key, weight);
            for (const oldest of model.keys()) if (sum() > capacity && oldest !== key) model.delete(oldest);
          }
          expect(grown).toBe(sum());
        }
        expect(KEYS.map((key) => entries.get(key))).toEqual(KEYS.map((key) => model.get(key)));
        entries.clear();
        expect(grown).toBe(0);
      }),
    );
  });

  it('count by number where no weight is given, and hold one at least', () => {
    const entries = createLruMap<null, number>(0.5);
    entries.set(1, null);
    entries.set(2, null, 0);
    expect([entries.get(1), entries.get(2)]).toEqual([undefined, null]);
  });
});
