import type { NewLedgerEntry } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import { LEDGER_LIMITS, type Ledger } from '../src/ledger.ts';
import { codeOf, withHarness, type ContractCapabilities, type ContractHarness } from './contract-harness.ts';

const entry = (id: string): NewLedgerEntry => ({
  id,
  tenant: 'acme',
  space: 'demo',
  at: 1_700_000_000_000,
  actor: 'key_1',
  reason: 'asked for',
  act: { type: 'ErasureCompleted', erasureId: 'x' },
});

/** Tests the claims of the `Ledger` port. */
export function ledgerContract(name: string, makeHarness: () => ContractHarness<Ledger>, capabilities: ContractCapabilities): void {
  const withLedger = (body: (ledger: Ledger, open: () => Promise<Ledger>) => Promise<void>): Promise<void> =>
    withHarness(makeHarness, async (open) => body(await open(), open));

  describe(`${name}: Ledger`, () => {
    it('numbers entries without a gap and reads them in order', () =>
      withLedger(async (ledger) => {
        const partition = ledger.partitionOf('acme', 'demo');
        expect(ledger.partitionOf('acme', 'demo')).toBe(partition);
        expect(await ledger.read(partition, 0, 10)).toEqual([]);
        const share = await ledger.own(partition);
        const first = await share.append(0, [entry('a'), entry('b')]);
        expect(first.map(({ sequence }) => sequence)).toEqual([1, 2]);
        const second = await share.append(2, [entry('c')]);
        expect(await ledger.read(partition, 0, 10)).toEqual([...first, ...second]);
        expect(await ledger.read(partition, 1, 1)).toEqual([first[1]]);
        expect(first[0]).toEqual({ ...entry('a'), sequence: 1, epoch: share.epoch });
      }));

    it('takes nothing of an owner that was followed by another, nor of one who has not read on', () =>
      withLedger(async (ledger) => {
        const zombie = await ledger.own(0);
        await zombie.append(0, [entry('a')]);
        const owner = await ledger.own(0);
        expect(owner.epoch).toBeGreaterThan(zombie.epoch);
        expect(await codeOf(zombie.append(1, [entry('late')]))).toBe('unavailable');
        expect(await codeOf(owner.append(0, [entry('b')]))).toBe('unavailable');
        await owner.append(1, [entry('b')]);
        expect(await codeOf(zombie.append(2, [entry('later')]))).toBe('unavailable');
        expect((await ledger.read(0, 0, 10)).map(({ id }) => id)).toEqual(['a', 'b']);
      }));

    it('takes an entry once, and a batch whole or not at all', () =>
      withLedger(async (ledger) => {
        const share = await ledger.own(0);
        const [first] = await share.append(0, [entry('a')]);
        const again = await share.append(1, [entry('a'), entry('b')]);
        expect(again.map(({ id, sequence }) => [id, sequence])).toEqual([
          ['a', 1],
          ['b', 2],
        ]);
        expect(again[0]).toEqual(first);
        const many = Array.from({ length: LEDGER_LIMITS.batch + 1 }, (_, at) => entry(`m${at}`));
        expect(await codeOf(share.append(2, many))).toBe('batch_too_large');
        expect(await ledger.read(0, 2, 10)).toEqual([]);
      }));

    it('lets one of many writers append at a time', () =>
      withLedger(async (ledger) => {
        const share = await ledger.own(0);
        const tried = await Promise.all(Array.from({ length: 20 }, (_, at) => codeOf(share.append(0, [entry(`e${at}`)]))));
        expect(tried.toSorted()).toEqual([...Array.from({ length: 19 }, () => 'unavailable'), undefined]);
        expect(await ledger.read(0, 0, 10)).toHaveLength(1);
      }));

    it('finds what is about a space, forward and back, and an entry by its id', () =>
      withLedger(async (ledger) => {
        const named = (id: string, space?: string, tenant = 'acme'): NewLedgerEntry => {
          const { space: _, ...rest } = entry(id);
          return { ...rest, tenant, ...(space !== undefined && { space }) };
        };
        const place = { tenant: 'acme', space: 'demo' };
        const partition = ledger.partitionOf('acme');
        const share = await ledger.own(partition);
        const given = [
          named('a', 'demo'),
          named('b', 'side'),
          named('c'),
          named('d', 'demo', 'other'),
          named('e', 'demo'),
          named('f', 'demo'),
        ];
        const stored = await share.append(0, given);
        const ids = async (...asked: Parameters<Ledger['readAbout']>) => (await ledger.readAbout(...asked)).map(({ id }) => id).join('');
        expect(await ids(place, { after: 0 }, 10)).toBe('acef');
        expect(await ids(place, { after: 1 }, 2)).toBe('ce');
        expect(await ids(place, { before: Number.MAX_SAFE_INTEGER }, 3)).toBe('fec');
        expect(await ids(place, { before: 5 }, 10)).toBe('ca');
        expect(await ids({ tenant: 'acme', space: 'none' }, { after: 0 }, 10)).toBe('c');
        expect(await ids(place, { after: 6 }, 10)).toBe('');
        expect(await ledger.readAbout(place, { after: 4 }, 1)).toEqual([stored[4]]);
        expect(await ledger.find('acme', 'c')).toEqual(stored[2]);
        expect(await ledger.find('acme', 'd')).toBeUndefined();
        expect(await ledger.find('acme', 'x')).toBeUndefined();
      }));

    it('refuses everything with closed after close', () =>
      withLedger(async (ledger) => {
        const share = await ledger.own(0);
        await ledger.close();
        expect(await codeOf(ledger.own(0))).toBe('closed');
        expect(await codeOf(ledger.read(0, 0, 1))).toBe('closed');
        expect(await codeOf(ledger.readAbout(entry('a') as { tenant: string; space: string }, { after: 0 }, 1))).toBe('closed');
        expect(await codeOf(ledger.find('acme', 'a'))).toBe('closed');
        expect(await codeOf(share.append(0, [entry('a')]))).toBe('closed');
        await ledger.close();
      }));

    if (capabilities.reopen)
      it('is durable, and its next owner has a higher epoch', () =>
        withLedger(async (ledger, open) => {
          const share = await ledger.own(0);
          const written = await share.append(0, [entry('a'), entry('b')]);
          await ledger.close();
          const again = await open();
          expect(await again.read(0, 0, 10)).toEqual(written);
          expect((await again.own(0)).epoch).toBeGreaterThan(share.epoch);
        }));
  });
}
