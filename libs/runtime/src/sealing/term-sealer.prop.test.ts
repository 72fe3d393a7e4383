import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createTermRoom, createTermSealer } from './term-sealer.ts';

const key = new Uint8Array(32).fill(7);
const room = createTermRoom(1_000_000);
const sealer = createTermSealer(key, room);

it('seals a term the same way each time, as a term of the index, and otherwise under another key', () => {
  const other = createTermSealer(new Uint8Array(32).fill(8), room);
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z0-9_]{1,40}$/), (term) => {
      const sealed = sealer.term(term);
      expect(sealed).toMatch(/^[a-z2-7]{10}$/);
      expect(createTermSealer(key, createTermRoom(0)).term(term)).toBe(sealed);
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

it('caches no more than there is room for, over all sealers, and seals the same after forgetting', () => {
  const most = 20_000;
  const shared = createTermRoom(most);
  const sealers = [createTermSealer(key, shared), createTermSealer(new Uint8Array(32).fill(9), shared)];
  const first = sealers.map((own) => own.term('crane'));
  let highest = 0;
  for (let at = 0; at < 1_000; at += 1) {
    for (const own of sealers) own.term(`word${at}`);
    highest = Math.max(highest, shared.heldBytes);
  }
  expect(highest).toBeGreaterThan(most / 2);
  expect(highest).toBeLessThanOrEqual(most);
  expect(sealers.map((own) => own.term('crane'))).toEqual(first);
});
