import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createPositionSealer } from './position-sealer.ts';

const random = { bytes: (length: number) => new Uint8Array(randomBytes(length)) };
const places = fc.record({ tenant: fc.stringMatching(/^[a-z0-9]{1,8}$/), space: fc.stringMatching(/^[a-z0-9]{1,8}$/) });
const positions = fc.record({
  generation: fc.constant('g1'),
  partition: fc.nat(999_999),
  offset: fc.maxSafeNat().map((offset) => offset % 2 ** 48),
});
const keys = fc.uint8Array({ minLength: 32, maxLength: 32 });

describe('sealed positions', () => {
  it('open to what was sealed, and are the same each time', () => {
    fc.assert(
      fc.property(keys, places, positions, (key, place, position) => {
        const [one, other] = [0, 1].map(() => createPositionSealer({ key, generation: 'g1', random }));
        const token = one!.seal(place, position);
        expect(token).toMatch(/^p[\w-]{22}$/);
        expect(other!.seal(place, position)).toBe(token);
        expect(other!.open(place, token)).toEqual([position]);
      }),
    );
  });

  it('are another each time where they are the ends of partitions, as long as these are many', () => {
    fc.assert(
      fc.property(keys, places, fc.array(positions, { minLength: 1, maxLength: 64 }), (key, place, ends) => {
        const sealer = createPositionSealer({ key, generation: 'g1', random });
        const [token, again] = [sealer.sealEnds(place, ends), sealer.sealEnds(place, ends)];
        expect(token).not.toBe(again);
        expect(
          sealer.sealEnds(
            place,
            ends.map((end) => ({ ...end, offset: 0 })),
          ),
        ).toHaveLength(token.length);
        expect(sealer.open(place, token)).toEqual(ends);
      }),
    );
  });

  it('say nothing in another place, another log or under another key', () => {
    fc.assert(
      fc.property(keys, keys, places, places, positions, (key, otherKey, place, otherPlace, position) => {
        fc.pre(place.tenant !== otherPlace.tenant || place.space !== otherPlace.space);
        fc.pre(!Buffer.from(key).equals(otherKey));
        const sealer = createPositionSealer({ key, generation: 'g1', random });
        for (const token of [sealer.seal(place, position), sealer.sealEnds(place, [position])]) {
          expect(sealer.open(otherPlace, token)).toBeUndefined();
          expect(createPositionSealer({ key: otherKey, generation: 'g1', random }).open(place, token)).toBeUndefined();
          expect(createPositionSealer({ key, generation: 'g2', random }).open(place, token)).toBeUndefined();
        }
      }),
    );
  });

  it('say nothing to another tenant with a space of the same name', () => {
    const sealer = createPositionSealer({ key: new Uint8Array(32), generation: 'g1', random });
    const position = { generation: 'g1', partition: 3, offset: 41 };
    const [ours, theirs] = ['acme', 'other'].map((tenant) => ({ tenant, space: 'main' }));
    for (const token of [sealer.seal(ours!, position), sealer.sealEnds(ours!, [position])]) {
      expect(sealer.open(ours!, token)).toEqual([position]);
      expect(sealer.open(theirs!, token)).toBeUndefined();
    }
  });

  it('are taken as they were given only', () => {
    const sealer = createPositionSealer({ key: new Uint8Array(32), generation: 'g1', random });
    const place = { tenant: 't', space: 's' };
    fc.assert(
      fc.property(positions, fc.boolean(), fc.nat(), fc.constantFrom(...'AZaz09_-'), (position, isOne, at, char) => {
        const token = isOne ? sealer.seal(place, position) : sealer.sealEnds(place, [position]);
        const index = 1 + (at % (token.length - 1));
        const changed = token.slice(0, index) + char + token.slice(index + 1);
        fc.pre(changed !== token);
        expect(sealer.open(place, changed)).toBeUndefined();
        expect(sealer.open(place, token.slice(0, index))).toBeUndefined();
        expect(sealer.open(place, `${token}A`)).toBeUndefined();
      }),
    );
    for (const text of ['', 'p', 'g1.0.7', 'nonsense']) expect(sealer.open(place, text)).toBeUndefined();
  });
});
