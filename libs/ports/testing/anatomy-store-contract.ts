import type { Anatomy, RetrievalRecord } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import type { AnatomyStore } from '../src/anatomy-store.ts';
import { demandClaims } from './demand-store-claims.ts';
import { sampleAnatomy, sampleRetrieval } from './sample-analytics.ts';
import { codeOf, withHarness, type ContractCapabilities, type ContractHarness } from './contract-harness.ts';

const PLACE = { tenant: 'acme', space: 'demo', session: 'alpha' };
/** Recent enough for any retention. */
const NOW = Date.now();

/** Tests the claims of the `AnatomyStore` port. */
export function anatomyStoreContract(
  name: string,
  makeHarness: () => ContractHarness<AnatomyStore>,
  capabilities: ContractCapabilities,
): void {
  const withStore = (body: (store: AnatomyStore, open: () => Promise<AnatomyStore>) => Promise<void>): Promise<void> =>
    withHarness(makeHarness, async (open) => body(await open(), open));

  describe(`${name}: AnatomyStore`, () => {
    anatomyClaims(withStore);
    retrievalClaims(withStore);
    erasureClaims(withStore);
    demandClaims(withStore);
    if (capabilities.reopen) {
      it('holds after a close and a reopen all that was appended', () =>
        withStore(async (store, open) => {
          await store.appendAnatomy([sampleAnatomy('t1')]);
          await store.appendRetrievals([sampleRetrieval('r1')]);
          await store.close();
          const again = await open();
          expect(await again.anatomy({ ...PLACE, limit: 10 })).toEqual([sampleAnatomy('t1')]);
          expect(await again.retrievals({ ...PLACE, limit: 10 })).toEqual([sampleRetrieval('r1')]);
          await again.appendAnatomy([sampleAnatomy('t1', { turn: 9 })]);
          expect(await again.anatomy({ ...PLACE, limit: 10 })).toEqual([sampleAnatomy('t1')]);
        }));
    }
  });
}

type WithStore = (body: (store: AnatomyStore) => Promise<void>) => Promise<void>;
const turns = (records: readonly Anatomy[]): string[] => records.map((record) => record.turnId);
const ids = (records: readonly RetrievalRecord[]): string[] => records.map((record) => record.retrievalId);

function anatomyClaims(withStore: WithStore): void {
  it('gives back what was appended, newest first, at most the limit', () =>
    withStore(async (store) => {
      await store.appendAnatomy([sampleAnatomy('t1', { assembledAt: NOW - 3 }), sampleAnatomy('t3', { assembledAt: NOW - 1 })]);
      await store.appendAnatomy([sampleAnatomy('t2', { assembledAt: NOW - 2 }), sampleAnatomy('t4', { assembledAt: NOW - 1 })]);
      expect(turns(await store.anatomy({ ...PLACE, limit: 1_000 }))).toEqual(['t4', 't3', 't2', 't1']);
      expect(await store.anatomy({ ...PLACE, limit: 1 })).toEqual([sampleAnatomy('t4', { assembledAt: NOW - 1 })]);
      expect(turns(await store.anatomy({ ...PLACE, limit: 2, beforeTurnId: 't4' }))).toEqual(['t3', 't2']);
      expect(turns(await store.anatomy({ ...PLACE, limit: 2, beforeTurnId: 't1' }))).toEqual([]);
    }));

  it('drops a record with a known id', () =>
    withStore(async (store) => {
      await store.appendAnatomy([sampleAnatomy('t1'), sampleAnatomy('t1', { turn: 8 })]);
      await store.appendAnatomy([sampleAnatomy('t1', { turn: 9 }), sampleAnatomy('t2')]);
      expect((await store.anatomy({ ...PLACE, limit: 10 })).map((record) => [record.turnId, record.turn])).toEqual([
        ['t2', 1],
        ['t1', 1],
      ]);
    }));

  it('keeps sessions, spaces and tenants apart, the same id in each included', () =>
    withStore(async (store) => {
      await store.appendAnatomy([
        sampleAnatomy('t1', { turn: 1 }),
        sampleAnatomy('t1', { tenant: 'other', turn: 2 }),
        sampleAnatomy('t1', { space: 'other', turn: 3 }),
        sampleAnatomy('t2', { session: 'beta', turn: 4 }),
      ]);
      expect((await store.anatomy({ ...PLACE, limit: 10 })).map((record) => record.turn)).toEqual([1]);
      expect((await store.anatomy({ ...PLACE, tenant: 'other', limit: 10 })).map((record) => record.turn)).toEqual([2]);
      expect((await store.anatomy({ ...PLACE, space: 'other', limit: 10 })).map((record) => record.turn)).toEqual([3]);
      expect((await store.anatomy({ ...PLACE, session: 'beta', limit: 10 })).map((record) => record.turn)).toEqual([4]);
      expect(await store.anatomy({ ...PLACE, session: 'none', limit: 10 })).toEqual([]);
    }));

  it('takes many small appends at once and loses none', () =>
    withStore(async (store) => {
      await Promise.all(
        Array.from({ length: 700 }, (_, index) => store.appendAnatomy([sampleAnatomy(`t${index}`, { assembledAt: NOW - index })])),
      );
      expect(turns(await store.anatomy({ ...PLACE, limit: 1_000 }))).toEqual(Array.from({ length: 700 }, (_, index) => `t${index}`));
    }));

  it('refuses a limit out of range, a record that is not there to continue from, and all after close', () =>
    withStore(async (store) => {
      await store.appendAnatomy([sampleAnatomy('t1'), sampleAnatomy('t2', { session: 'beta' })]);
      for (const limit of [0, 1_001, Number.NaN]) expect(await codeOf(store.anatomy({ ...PLACE, limit }))).toBe('invalid_request');
      for (const beforeTurnId of ['none', 't2'])
        expect(await codeOf(store.anatomy({ ...PLACE, limit: 1, beforeTurnId }))).toBe('invalid_cursor');
      await store.close();
      expect(await codeOf(store.appendAnatomy([sampleAnatomy('t3')]))).toBe('closed');
      expect(await codeOf(store.retrievals({ ...PLACE, limit: 1 }))).toBe('closed');
      await store.close();
    }));
}

function erasureClaims(withStore: WithStore): void {
  it('takes out a session or a space, and nothing of another', ({ skip }) =>
    withStore(async (store) => {
      if (!store.erase) skip();
      await store.appendAnatomy([sampleAnatomy('t1'), sampleAnatomy('t2', { session: 'beta' }), sampleAnatomy('t3', { space: 'other' })]);
      await store.appendRetrievals([
        sampleRetrieval('r1'),
        sampleRetrieval('r2', { session: 'beta' }),
        sampleRetrieval('r3', { space: 'other' }),
      ]);
      const held = async (): Promise<string[]> => {
        const found: string[] = [];
        for (const place of [PLACE, { ...PLACE, session: 'beta' }, { ...PLACE, space: 'other' }])
          found.push(...turns(await store.anatomy({ ...place, limit: 10 })), ...ids(await store.retrievals({ ...place, limit: 10 })));
        return found;
      };
      expect(await held()).toEqual(['t1', 'r1', 't2', 'r2', 't3', 'r3']);
      await store.erase!(PLACE);
      await store.erase!(PLACE);
      expect(await held()).toEqual(['t2', 'r2', 't3', 'r3']);
      await store.erase!({ tenant: 'acme', space: 'demo' });
      expect(await held()).toEqual(['t3', 'r3']);
    }));
}

function retrievalClaims(withStore: WithStore): void {
  it('lists retrievals of a space, or of one session of it, newest first', () =>
    withStore(async (store) => {
      const { session: _session, ...spaceWide } = sampleRetrieval('r3', { at: NOW - 1 });
      await store.appendRetrievals([
        sampleRetrieval('r1', { at: NOW - 3 }),
        sampleRetrieval('r2', { at: NOW - 2, session: 'beta' }),
        spaceWide,
        sampleRetrieval('r4', { space: 'other' }),
      ]);
      expect(ids(await store.retrievals({ tenant: 'acme', space: 'demo', limit: 10 }))).toEqual(['r3', 'r2', 'r1']);
      expect(ids(await store.retrievals({ tenant: 'acme', space: 'demo', limit: 10, before: 'r3' }))).toEqual(['r2', 'r1']);
      expect(ids(await store.retrievals({ ...PLACE, limit: 10 }))).toEqual(['r1']);
      expect((await store.retrievals({ tenant: 'acme', space: 'demo', limit: 1 }))[0]).toEqual(spaceWide);
      expect(ids(await store.retrievals({ tenant: 'other', space: 'demo', limit: 10 }))).toEqual([]);
      expect(await codeOf(store.retrievals({ tenant: 'acme', space: 'demo', limit: 1, before: 'r4' }))).toBe('invalid_cursor');
    }));

  it('drops a retrieval with a known id, and tells it from an anatomy of that id', () =>
    withStore(async (store) => {
      await store.appendRetrievals([sampleRetrieval('same'), sampleRetrieval('same', { tokens: 7 })]);
      await store.appendAnatomy([sampleAnatomy('same')]);
      expect((await store.retrievals({ ...PLACE, limit: 10 })).map((record) => record.tokens)).toEqual([100]);
      expect(await store.anatomy({ ...PLACE, limit: 10 })).toHaveLength(1);
    }));
}
