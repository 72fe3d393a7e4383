import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { NewLedgerEntry } from '@total-recall/domain';
import { createLedgerFold, KEPT_IDS, type LedgerFold } from './ledger-fold.ts';
import { decodeLedgerRecord, encodeAppend, encodeClaim, type Claim } from './ledger-records.ts';

const entry = (id: string): NewLedgerEntry => ({
  id,
  tenant: 'acme',
  at: 1,
  actor: 'key_1',
  act: { type: 'ErasureCompleted', erasureId: id },
});

/** Attempts of processes, each with the knowledge of some earlier moment. */
const attempts = fc.array(
  fc.oneof(
    fc.record({ claims: fc.constant(true), process: fc.nat(2), behind: fc.nat(3) }),
    fc.record({
      claims: fc.constant(false),
      process: fc.nat(2),
      behind: fc.nat(3),
      ids: fc.uniqueArray(fc.nat(20), { minLength: 1, maxLength: 3 }),
    }),
  ),
  { maxLength: 60 },
);

function write(fold: LedgerFold, produced: { readonly value: Buffer | null; readonly headers?: Readonly<Record<string, Buffer>> }) {
  return fold.apply(decodeLedgerRecord({ value: produced.value, headers: produced.headers ?? {} })!);
}

describe('the fold of the ledger', () => {
  it('numbers entries without a gap, takes none of a process that was followed, and none twice', () => {
    fc.assert(
      fc.property(attempts, (tried) => {
        const fold = createLedgerFold();
        const claims = new Map<number, Claim>();
        let [owner, epoch, made] = [-1, 0, 0];
        for (const one of tried) {
          if (one.claims) {
            const claim = { epoch: Math.max(1, fold.epoch() + 1 - one.behind), owner: `p${one.process}-${(made += 1)}` };
            const outcome = write(fold, encodeClaim(claim));
            expect(outcome!.counts).toBe(claim.epoch > epoch);
            if (!outcome!.counts) continue;
            claims.set(one.process, claim);
            [owner, epoch] = [one.process, claim.epoch];
          } else if ('ids' in one) {
            const claim = claims.get(one.process);
            if (!claim) continue;
            const [after, before] = [Math.max(0, fold.last() - one.behind), fold.last()];
            const [record] = encodeAppend(
              { ...claim, after, id: `a${(made += 1)}` },
              one.ids.map((id) => entry(`e${id}`)),
            );
            const { counts } = write(fold, record!)!;
            expect(counts).toBe(one.process === owner && after === before);
            if (counts) for (const id of one.ids) expect(fold.has(`e${id}`)).toBe(true);
            else expect(fold.last()).toBe(before);
          }
        }
        const entries = fold.entries(0, 1_000);
        expect(entries.map(({ sequence }) => sequence)).toEqual(entries.map((_, at) => at + 1));
        expect(new Set(entries.map(({ id }) => id)).size).toBe(entries.length);
        expect(entries.map((one) => one.epoch)).toEqual(entries.map((one) => one.epoch).toSorted((left, right) => left - right));
      }),
    );
  });

  it('numbers entries on where it keeps only the latest ids, and takes none of these twice', () => {
    const passed: string[] = [];
    const fold = createLedgerFold({ onEntry: ({ id }) => void passed.push(id) });
    const claim: Claim = { epoch: 1, owner: 'one' };
    write(fold, encodeClaim(claim));
    const append = (ids: readonly string[]) => {
      for (const piece of encodeAppend({ ...claim, after: fold.last(), id: `a${fold.last()}` }, ids.map(entry))) write(fold, piece);
    };
    for (let at = 0; at < KEPT_IDS + 1_000; at += 1_000) append(Array.from({ length: 1_000 }, (_, nth) => `e${at + nth}`));
    const { length } = passed;
    append([passed.at(-1)!, passed.at(-KEPT_IDS)!, 'new']);
    expect([fold.last(), passed.length, passed.at(-1)]).toEqual([length + 1, length + 1, 'new']);
  });

  it('takes an append in pieces as a whole, or not at all where the owner changes between them', () => {
    const long = Array.from({ length: 3 }, (_, at): NewLedgerEntry => ({ ...entry(`e${at}`), reason: 'x'.repeat(600_000) }));
    for (const cut of [0, 1, 2, 3]) {
      const fold = createLedgerFold();
      write(fold, encodeClaim({ epoch: 1, owner: 'one' }));
      const pieces = encodeAppend({ epoch: 1, owner: 'one', after: 0, id: 'long' }, long);
      expect(pieces.length).toBe(4);
      for (const piece of pieces.slice(0, cut)) write(fold, piece);
      write(fold, encodeClaim({ epoch: 2, owner: 'two' }));
      for (const piece of pieces.slice(cut)) write(fold, piece);
      expect(fold.last()).toBe(0);
      for (const piece of encodeAppend({ epoch: 2, owner: 'two', after: 0, id: 'again' }, long)) write(fold, piece);
      expect(fold.last()).toBe(3);
    }
  });
});
