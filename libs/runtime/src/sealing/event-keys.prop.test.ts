import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { eventKey, isWholeKey, MAX_DESTROYED_LEAVES, withoutEvents, withoutLeavesLackedBy } from './event-keys.ts';

const keys = fc.uint8Array({ minLength: 32, maxLength: 32 });
const names = fc.uniqueArray(fc.stringMatching(/^[0-9A-Z]{1,30}$/), { maxLength: 12 });
const hex = (bytes: Uint8Array | undefined): string | undefined => bytes && Buffer.from(bytes).toString('hex');

it('gives every name a key of its own, always the same, and after a destruction all but those of the destroyed', () => {
  fc.assert(
    fc.property(keys, names, fc.array(names, { maxLength: 4 }), (root, kept, rounds) => {
      const gone = new Set(rounds.flat());
      const left = rounds.reduce<Uint8Array>((key, round) => withoutEvents(key, round), root);
      for (const name of [...kept, ...gone]) expect(hex(eventKey(left, name))).toBe(gone.has(name) ? undefined : hex(eventKey(root, name)));
      expect(new Set(kept.map((name) => hex(eventKey(root, name)))).size).toBe(kept.length);
      expect(isWholeKey(left)).toBe(gone.size === 0);
    }),
  );
});

it('is the same whatever order and however often names are destroyed in, and read back from its bytes', () => {
  fc.assert(
    fc.property(keys, names, names, (root, one, other) => {
      const left = withoutEvents(withoutEvents(root, one), other);
      expect(withoutEvents(root, [...other, ...one, ...other])).toEqual(left);
      expect(withoutEvents(Uint8Array.from(left), one)).toEqual(left);
    }),
  );
});

it('lacks in the end what either of its states lacks, whichever is joined to the other', () => {
  fc.assert(
    fc.property(keys, names, names, (root, one, other) => {
      const [less, lesser] = [withoutEvents(root, one), withoutEvents(root, other)];
      const both = withoutEvents(root, [...one, ...other]);
      expect(withoutLeavesLackedBy(less, lesser)).toEqual(both);
      expect(withoutLeavesLackedBy(lesser, less)).toEqual(both);
      expect(withoutLeavesLackedBy(root, less)).toBe(less);
    }),
  );
});

it('holds neither the root nor any node above what was destroyed', () => {
  const root = new Uint8Array(randomBytes(32));
  const left = withoutEvents(root, ['gone']);
  expect(Buffer.from(left).includes(Buffer.from(root))).toBe(false);
  expect(Buffer.from(left).includes(Buffer.from(eventKey(root, 'gone')!))).toBe(false);
  expect(left).toHaveLength(5 + 5 + 150 * 32);
});

it('refuses to lose more than it may, and bytes that are no key', () => {
  const many = Array.from({ length: MAX_DESTROYED_LEAVES + 1 }, (_, at) => `e${at}`);
  expect(() => withoutEvents(new Uint8Array(32), many)).toThrow(RangeError);
  const left = withoutEvents(new Uint8Array(32), ['gone']);
  const ofLaterVersion = left.with(0, 2);
  for (const wrong of [ofLaterVersion, new Uint8Array(0), new Uint8Array(40), left.subarray(1), left.subarray(0, left.length - 1)])
    expect(() => eventKey(wrong, 'any')).toThrow(RangeError);
});
