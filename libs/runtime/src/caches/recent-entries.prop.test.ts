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
        const entries = createLruMap<number>(capacity, { onGrown: (by) => (grown += by) });
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

  it('shrink to the share that they may use, those used last stay, and grow again with it', () => {
    let [share, grown] = [1, 0];
    const entries = createLruMap<number>(10, { onGrown: (by) => (grown += by), share: () => share });
    for (const [at, key] of KEYS.entries()) entries.set(key, at, 2);
    expect(grown).toBe(10);
    share = 0.5;
    expect([entries.get('f'), entries.get('e'), entries.get('b'), grown]).toEqual([5, 4, undefined, 4]);
    entries.set('a', 0, 2);
    expect([entries.get('e'), entries.get('f'), grown]).toEqual([4, undefined, 4]);
    // The newest stays, however small the share is.
    share = 0;
    entries.set('b', 1, 8);
    expect([entries.get('b'), entries.get('a'), grown]).toEqual([1, undefined, 8]);
    share = 1;
    entries.set('a', 0, 2);
    expect([entries.get('a'), entries.get('b'), grown]).toEqual([0, 1, 10]);
  });

  it('count by number where no weight is given, and hold one at least', () => {
    const entries = createLruMap<null, number>(0.5);
    entries.set(1, null);
    entries.set(2, null, 0);
    expect([entries.get(1), entries.get(2)]).toEqual([undefined, null]);
  });
});
