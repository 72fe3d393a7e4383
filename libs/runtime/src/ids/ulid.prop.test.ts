import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { crockford, parseCrockford } from './crockford.ts';
import { hmacHex, originHash } from './hashes.ts';
import { createUlidFactory, deriveUlid, isUlid, ulidTime } from './ulid.ts';

describe('ulids', () => {
  it('rise, whatever the clock does', () => {
    fc.assert(
      fc.property(
        fc.array(fc.integer({ min: 0, max: 2 ** 47 }), { minLength: 2, maxLength: 50 }),
        fc.constantFrom(0, 255),
        (times, fill) => {
          let i = 0;
          const next = createUlidFactory({
            clock: { now: () => times[i++ % times.length]!, monotonicMs: () => 0 },
            random: { bytes: (length) => new Uint8Array(length).fill(fill) },
          });
          const ids = times.map(() => next('t'));
          expect(ids.every(isUlid)).toBe(true);
          expect(new Set(ids).size).toBe(ids.length);
          expect([...ids].sort()).toEqual(ids);
        },
      ),
    );
  });

  it('of one tenant are the same whatever another makes between them', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(5), { minLength: 2, maxLength: 20 }), (between) => {
        const idsOf = (others: readonly number[]): string[] => {
          const random = { bytes: (length: number) => new Uint8Array(length).fill(7) };
          const next = createUlidFactory({ clock: { now: () => 1_700_000_000_000, monotonicMs: () => 0 }, random });
          return others.map((count) => {
            for (let made = 0; made < count; made++) next('b');
            return next('a');
          });
        };
        expect(idsOf(between)).toEqual(idsOf(between.map(() => 0)));
      }),
    );
  });

  it('hold their time', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 2 ** 48 - 1 }), fc.uint8Array({ minLength: 10, maxLength: 32 }), (time, hash) => {
        const id = deriveUlid(time, hash);
        expect(ulidTime(id)).toBe(time);
        expect(deriveUlid(time, hash)).toBe(id);
      }),
    );
  });

  it('agree with the published example', () => {
    expect(deriveUlid(1_469_922_850_259, new Uint8Array(10)).slice(0, 10)).toBe('01ARZ3NDEK');
    expect(deriveUlid(-5, new Uint8Array(10))).toBe('0'.repeat(26));
    expect(deriveUlid(Infinity, new Uint8Array(10).fill(255))).toBe(`7${'Z'.repeat(25)}`);
    expect(() => deriveUlid(1, new Uint8Array(9))).toThrow(/10 bytes/);
    expect(isUlid('01ARZ3NDEKTSV4RRFFQ69G5FAU')).toBe(false);
  });

  it('are written in Crockford base32', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: 0n, max: 2n ** 80n - 1n }), (value) => {
        expect(parseCrockford(crockford(value, 16))).toBe(value);
      }),
    );
    expect(parseCrockford('U')).toBeUndefined();
  });
});

describe('hashes', () => {
  it('keep fields and purposes apart', () => {
    expect(originHash(['ab', 'c'])).not.toEqual(originHash(['a', 'bc']));
    expect(originHash(['a', 1])).toEqual(originHash(['a', '1']));
    const key = new Uint8Array(32);
    expect(hmacHex(key, 'a', 'x')).not.toBe(hmacHex(key, 'b', 'x'));
  });
});
