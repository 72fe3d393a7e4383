import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteLru } from './byte-lru.ts';

describe('ByteLru', () => {
  it('holds no more than its bytes, or the one last entry alone, and what was used last', () => {
    const use = fc.record({ key: fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f'), bytes: fc.integer({ min: 1, max: 60 }) });
    fc.assert(
      fc.property(fc.array(use, { maxLength: 60 }), fc.integer({ min: 1, max: 100 }), (uses, most) => {
        let grown = 0;
        const cache = new ByteLru<number>(most, (bytes) => (grown += bytes));
        const recent: { key: string; bytes: number }[] = [];
        for (const { key, bytes } of uses) {
          const known = recent.findIndex((entry) => entry.key === key);
          const found = cache.get(key);
          // Exactly the entries that fit, counted back from the most recent use.
          let room = most;
          const fits = recent.filter(({ bytes: own }, at) => (room -= own) >= 0 || at === 0).map((entry) => entry.key);
          if (found !== undefined) expect(fits).toContain(key);
          if (found === undefined) cache.set(key, bytes, bytes);
          if (known >= 0) recent.splice(known, 1);
          recent.unshift({ key, bytes: found ?? bytes });
        }
        const held = [...new Set(uses.map(({ key }) => key))].map((key) => cache.get(key) ?? 0).filter((bytes) => bytes > 0);
        expect(held.reduce((sum, bytes) => sum + bytes, 0)).toBe(grown);
        expect(held.length <= 1 || grown <= most).toBe(true);
        cache.clear();
        expect(grown).toBe(0);
      }),
    );
  });
});
