import type { LedgerEntry } from '@total-recall/domain';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { createHeldEntries } from './held-entries.ts';

const reason = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.integer({ min: 0, max: 9_000 }).map((length) => 'é,]"'.repeat(length)),
);
const some = fc.array(reason, { minLength: 1, maxLength: 120, size: 'max' }).chain((reasons) =>
  fc.record({
    reasons: fc.constant(reasons),
    asked: fc.array(fc.integer({ min: 1, max: reasons.length }), { maxLength: 60 }),
  }),
);

it('gives each entry by its number as it was added, in the order that is asked for, and as a copy', () => {
  fc.assert(
    fc.property(some, ({ reasons, asked }) => {
      const held = createHeldEntries();
      const entries = reasons.map((text, nth): LedgerEntry => ({
        id: `e${nth}`,
        tenant: 'acme',
        at: nth,
        actor: 'a',
        reason: text,
        sequence: nth + 1,
        epoch: 1,
        act: { type: 'ErasureCompleted', erasureId: `x${nth}` },
      }));
      for (const entry of entries) held.add(entry);
      const read = held.read(asked);
      expect(read).toEqual(asked.map((sequence) => entries[sequence - 1]));
      for (const entry of read) (entry as { reason?: string }).reason = 'changed';
      expect(held.read(asked)).toEqual(asked.map((sequence) => entries[sequence - 1]));
    }),
    { numRuns: 50 },
  );
});

it('tells what it holds: less than the entries are as JSON where many are alike, and more with each', () => {
  const held = createHeldEntries();
  let bytes = 0;
  for (let at = 1; at <= 2_000; at += 1) {
    const entry: LedgerEntry = {
      id: `e${at}`,
      tenant: 'acme',
      at,
      actor: 'a',
      sequence: at,
      epoch: 1,
      act: { type: 'ErasureCompleted', erasureId: `x${at}` },
    };
    const before = held.heldBytes;
    held.add(entry);
    bytes += JSON.stringify(entry).length;
    if (at < 20) expect(held.heldBytes).toBeGreaterThan(before);
  }
  expect(held.heldBytes).toBeGreaterThan(1_000);
  expect(held.heldBytes).toBeLessThan(bytes / 2);
});
