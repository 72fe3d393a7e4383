import type { LedgerEntry, NewLedgerEntry } from '@total-recall/domain';
import type { Ledger } from '@total-recall/ports';
import { describe, expect, it } from 'vitest';
import { createLedgerOwner, ownLedgerPartition } from './own-ledger.ts';

const entry = (id: string): NewLedgerEntry => ({ id }) as NewLedgerEntry;
const idsOf = (entries: readonly { readonly id: string }[]): string[] => entries.map(({ id }) => id);

/** A partition of one ledger in memory. The latest claim owns it. `fails` ends the next append before or after it was written, or the next claim. */
function openLedger(...ids: readonly string[]) {
  const stored: LedgerEntry[] = [];
  const add = (entries: readonly NewLedgerEntry[]): LedgerEntry[] => {
    const added = entries.map((one, at) => ({ ...one, sequence: stored.length + at + 1 }) as LedgerEntry);
    stored.push(...added);
    return added;
  };
  add(ids.map(entry));
  const next: { fails?: 'claim' | 'before' | 'after' | undefined } = {};
  const failing = (when: 'claim' | 'before' | 'after'): void => {
    if (next.fails !== when) return;
    next.fails = undefined;
    throw new Error(when);
  };
  let claims = 0;
  const ledger: Pick<Ledger, 'own' | 'read'> = {
    own: async (partition) => {
      claims += 1;
      failing('claim');
      const epoch = claims;
      const isOvertaken = (): boolean => epoch < claims;
      return {
        partition,
        epoch,
        isOvertaken,
        append: async (expected, entries) => {
          failing('before');
          if (isOvertaken()) throw new Error('overtaken');
          expect(expected).toBe(stored.length);
          const added = add(entries);
          failing('after');
          return added;
        },
      };
    },
    read: async (_partition, after, limit) => stored.slice(after, after + limit),
  };
  return { ledger, next, stored, claims: () => claims };
}

describe('a partition of the ledger that is owned', () => {
  it('gives a follower what there is after a number, and then what is appended', async () => {
    const { ledger } = openLedger(...Array.from({ length: 2_500 }, (_, at) => `e${at + 1}`));
    const owned = await ownLedgerPartition(ledger, 0);
    const seen: string[] = [];
    await owned.follow((entries) => void seen.push(...idsOf(entries)), 1_200);
    expect([seen.length, seen[0], seen.at(-1)]).toEqual([1_300, 'e1201', 'e2500']);
    expect(await owned.append([entry('a'), entry('b')])).toBe(true);
    expect(seen.slice(1_300)).toEqual(['a', 'b']);
  });

  it('appends nothing where what was decided by does not stand any more', async () => {
    const { ledger, stored } = openLedger('a');
    const owned = await ownLedgerPartition(ledger, 0);
    expect(await owned.append([entry('b')], () => false)).toBe(false);
    expect(idsOf(stored)).toEqual(['a']);
  });

  it('looks after a failure for what was written all the same, and goes on behind it', async () => {
    const { ledger, next, stored } = openLedger('a');
    const owned = await ownLedgerPartition(ledger, 0);
    const seen: string[] = [];
    await owned.follow((entries) => void seen.push(...idsOf(entries)));
    next.fails = 'after';
    expect(await owned.append([entry('b')])).toBe(true);
    next.fails = 'before';
    await expect(owned.append([entry('c')])).rejects.toThrow('before');
    expect(await owned.append([entry('d')])).toBe(true);
    expect([seen, idsOf(stored)]).toEqual([
      ['a', 'b', 'd'],
      ['a', 'b', 'd'],
    ]);
  });
});

describe('a partition that another process claims late', () => {
  const claimedLate = async (isHeld?: () => boolean) => {
    const { ledger, stored } = openLedger('a');
    const owned = await ownLedgerPartition(ledger, 0, isHeld);
    const seen: string[] = [];
    await owned.follow((entries) => void seen.push(...idsOf(entries)));
    const other = await ledger.own(0);
    await other.append(1, [entry('b')]);
    return { owned, seen, stored, other };
  };

  it('is claimed again where it is held here, and what was appended meanwhile is known before the next decision', async () => {
    const { owned, seen, stored, other } = await claimedLate();
    await expect(owned.append([entry('c')])).rejects.toThrow('overtaken');
    expect(seen).toEqual(['a', 'b']);
    expect(await owned.append([entry('c')])).toBe(true);
    expect(idsOf(stored)).toEqual(['a', 'b', 'c']);
    await expect(other.append(3, [entry('d')])).rejects.toThrow('overtaken');
  });

  it('is left to it where it is held here no more', async () => {
    let isHeld = true;
    const { owned, other } = await claimedLate(() => isHeld);
    isHeld = false;
    for (let nth = 0; nth < 2; nth += 1) await expect(owned.append([entry('c')])).rejects.toThrow('overtaken');
    expect(await other.append(2, [entry('d')])).toHaveLength(1);
  });
});

describe('the owner of partitions', () => {
  it('claims nothing that was given to another process while it was opened', async () => {
    const { ledger, claims } = openLedger('a');
    let isHeld = true;
    const opening = Promise.withResolvers<void>();
    const owner = createLedgerOwner({
      ...ledger,
      read: async (...page) => {
        await opening.promise;
        return ledger.read(...page);
      },
    });
    owner.hold(0, () => isHeld);
    const owning = owner.own(0);
    isHeld = false;
    opening.resolve();
    await expect(owning).rejects.toMatchObject({ code: 'unavailable' });
    expect(claims()).toBe(0);
    owner.hold(0, () => true);
    await owner.own(0);
    expect(claims()).toBe(1);
  });

  it('claims each once for all who ask, and again where it was released', async () => {
    const { ledger, claims } = openLedger();
    const owner = createLedgerOwner(ledger);
    const [one, other] = await Promise.all([owner.own(0), owner.own(0)]);
    expect([one === other, claims()]).toEqual([true, 1]);
    owner.release(0);
    expect(await owner.own(0)).not.toBe(one);
    expect(claims()).toBe(2);
  });

  it('claims again after a claim that failed', async () => {
    const { ledger, next, claims } = openLedger();
    const owner = createLedgerOwner(ledger);
    next.fails = 'claim';
    await expect(owner.own(0)).rejects.toThrow('claim');
    expect(await owner.own(0)).toBe(await owner.own(0));
    expect(claims()).toBe(2);
  });
});
