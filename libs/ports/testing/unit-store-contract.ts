import type { Group, SpaceUnits, Unit } from '@total-recall/domain';
import { describe, expect, it } from 'vitest';
import type { LedgerPoint, UnitStore } from '../src/unit-store.ts';
import { codeOf, withHarness, type ContractCapabilities, type ContractHarness } from './contract-harness.ts';

const MAX_STATE_BYTES = 200_000;

/** The entry of this number in the ledger that the units are of. */
const upTo = (sequence: number): LedgerPoint => ({ sequence, entryId: `entry-${sequence}` });
const savedUpTo = async (store: UnitStore, partition: number) => (await store.marks(partition))?.saved.sequence;

/** Builds units with content in every part that a store could lose. */
export function sampleUnits(changes: Partial<SpaceUnits> = {}, count = 2): SpaceUnits {
  const units = Array.from({ length: count }, (_, at): Unit => {
    const evidence = { eventId: `e-ü${at}`, session: 'alpha', from: 4, to: 40, at: 1_000 + at };
    return {
      id: `${evidence.eventId}.4`,
      label: at % 2 === 0 ? 'user' : 'project',
      key: `key-${at}`,
      subject: 'subject',
      validFrom: 500,
      evidence: [evidence, { ...evidence, from: 50, to: 60, points: { subject: 'user', attribute: 'home', value: [52, 57] } }],
      statements: 3,
      knownAt: 1_000 + at,
      byPerson: at === 1,
      addedBy: 2,
      status: at === 0 ? { is: 'superseded', by: 'e-ü1.4', at: 1_001, reason: 'later_statement' } : { is: 'current' },
    };
  });
  const episode: Group = {
    id: 'episode:e-ü0',
    kind: 'episode',
    audience: 'maria',
    events: [{ eventId: 'e-ü0', session: 'alpha', ordinal: 3, at: 1_000 }],
    members: [],
    marks: ['m-1', 'm-2'],
    knownAt: 1_000,
    byPerson: false,
    addedBy: 3,
    status: { is: 'archived', behind: ['episode:e-ü1'], at: 1_002, reason: 'merged' },
    links: [{ type: 'semantic', to: 'e-ü0.4', weight: 0.5 }],
  };
  return {
    tenant: 'acme',
    space: 'demo',
    sequence: 7,
    cursors: new Map([
      ['alpha', 12],
      ['beta', 0],
    ]),
    units: new Map(units.map((unit) => [unit.id, unit])),
    episodeCursors: new Map([['alpha', 9]]),
    groups: new Map([[episode.id, episode]]),
    tail: [
      { id: 'entry-1', sequence: 2, before: units.map(({ id }) => [id, null]), undoneBy: 'entry-2' },
      { id: 'entry-2', sequence: 7, before: units.slice(0, 1).map((unit) => [unit.id, unit]) },
    ],
    model: { cursors: [['alpha', 9]], reconciled: 5, edited: 4, spent: { day: 20_000, calls: 2, tokens: 1_234 } },
    ...changes,
  };
}

/** Tests the claims of the `UnitStore` port on stores that take states of so many bytes. */
export function unitStoreContract(
  name: string,
  makeHarness: (maxStateBytes: number) => ContractHarness<UnitStore>,
  capabilities: ContractCapabilities,
): void {
  const withStore: WithStore = (body) =>
    withHarness(
      () => makeHarness(MAX_STATE_BYTES),
      async (open) => body(await open(), open),
    );
  describe(`${name}: UnitStore`, () => {
    saveClaims(withStore);
    boundClaims(withStore);
    if (capabilities.reopen)
      it('holds after a reopen what it held', () =>
        withStore(async (store, open) => {
          await store.save(2, [sampleUnits(), sampleUnits({ space: 'side' }, 200)], upTo(9));
          await store.close();
          const again = await open();
          expect(await again.load(sampleUnits())).toEqual(sampleUnits());
          expect(await again.load(sampleUnits({ space: 'side' }))).toEqual(sampleUnits({ space: 'side' }, 200));
          expect(await savedUpTo(again, 2)).toBe(9);
        }));
    if (capabilities.reopen)
      it('shows one opening of it what another saved', () =>
        withStore(async (store, open) => {
          const other = await open();
          await store.save(0, [sampleUnits()], upTo(7));
          expect(await other.load(sampleUnits())).toEqual(sampleUnits());
          expect(await other.sequenceOf(sampleUnits())).toBe(7);
          await other.save(0, [sampleUnits({ sequence: 8 }, 3)], upTo(8));
          expect(await store.load(sampleUnits())).toEqual(sampleUnits({ sequence: 8 }, 3));
          expect(await savedUpTo(store, 0)).toBe(8);
        }));
  });
}

type WithStore = (body: (store: UnitStore, open: () => Promise<UnitStore>) => Promise<void>) => Promise<void>;

function saveClaims(withStore: WithStore): void {
  it('loads what was saved last, and nothing for what was not', () =>
    withStore(async (store) => {
      expect(await store.load(sampleUnits())).toBeUndefined();
      expect(await store.sequenceOf(sampleUnits())).toBeUndefined();
      await store.save(0, [sampleUnits()], upTo(7));
      expect(await store.load({ tenant: 'acme', space: 'demo' })).toEqual(sampleUnits());
      for (let sequence = 8; sequence < 20; sequence += 1) {
        await store.save(0, [sampleUnits({ sequence }, sequence)], upTo(sequence));
        expect(await store.load(sampleUnits())).toEqual(sampleUnits({ sequence }, sequence));
        expect(await store.sequenceOf(sampleUnits())).toBe(sequence);
      }
    }));

  it('keeps the highest sequence, in and across saves, silently', () =>
    withStore(async (store) => {
      await store.save(0, [sampleUnits({ sequence: 20 }, 4)], upTo(20));
      await store.save(0, [sampleUnits({ sequence: 19 }, 1)], upTo(20));
      expect(await store.load(sampleUnits())).toEqual(sampleUnits({ sequence: 20 }, 4));
      await store.save(0, [sampleUnits({ sequence: 30 }, 6), sampleUnits({ sequence: 25 }, 5)], upTo(30));
      expect(await store.load(sampleUnits())).toEqual(sampleUnits({ sequence: 30 }, 6));
      expect(await store.sequenceOf(sampleUnits())).toBe(30);
    }));

  it('takes a repeat of the same save as success, and a state without units', () =>
    withStore(async (store) => {
      const empty = sampleUnits({ space: 'empty', sequence: 0, cursors: new Map(), tail: [] }, 0);
      for (let repeats = 0; repeats < 2; repeats += 1) await store.save(1, [sampleUnits(), empty], upTo(7));
      expect(await store.load(sampleUnits())).toEqual(sampleUnits());
      expect(await store.load(empty)).toEqual(empty);
      expect(await store.sequenceOf(empty)).toBe(0);
    }));

  it('tells spaces and tenants apart', () =>
    withStore(async (store) => {
      const places = [{}, { space: 'other' }, { tenant: 'other' }];
      await store.save(
        0,
        places.map((place, at) => sampleUnits({ ...place, sequence: at + 1 })),
        upTo(3),
      );
      for (const [at, place] of places.entries()) {
        const state = sampleUnits({ ...place, sequence: at + 1 });
        expect(await store.load(state)).toEqual(state);
        expect(await store.sequenceOf(state)).toBe(at + 1);
      }
      expect(await store.load({ tenant: 'other', space: 'other' })).toBeUndefined();
    }));

  it('keeps the mark of each partition, which never moves back', () =>
    withStore(async (store) => {
      expect(await store.marks(0)).toBeUndefined();
      await store.save(0, [sampleUnits()], upTo(12));
      await store.save(3, [], upTo(5));
      await store.save(0, [], upTo(11));
      expect(await store.marks(0)).toMatchObject({ saved: upTo(12), begun: upTo(12) });
      expect([await savedUpTo(store, 3), await savedUpTo(store, 1)]).toEqual([5, undefined]);
    }));

  it('clears the states and marks of one partition, and then takes lower ones', () =>
    withStore(async (store) => {
      const side = sampleUnits({ space: 'side', sequence: 30 });
      await store.save(0, [sampleUnits({ sequence: 20 }), sampleUnits({ space: 'gone' })], upTo(20));
      await store.save(1, [side], upTo(30));
      await store.clear(0);
      expect([await store.marks(0), await store.load(sampleUnits()), await store.sequenceOf(sampleUnits())]).toEqual([
        undefined,
        undefined,
        undefined,
      ]);
      await store.save(0, [sampleUnits({ sequence: 4 }, 3)], upTo(4));
      expect(await store.load(sampleUnits())).toEqual(sampleUnits({ sequence: 4 }, 3));
      expect([await store.sequenceOf(sampleUnits()), await savedUpTo(store, 0)]).toEqual([4, 4]);
      expect(await store.load({ tenant: 'acme', space: 'gone' })).toBeUndefined();
      expect([await store.load(side), await savedUpTo(store, 1)]).toEqual([side, 30]);
      await store.clear(0);
      await store.clear(5);
      expect(await store.load(sampleUnits())).toBeUndefined();
    }));

  it('does not change what it holds when the caller changes what it gave or got', () =>
    withStore(async (store) => {
      const given = sampleUnits();
      await store.save(0, [given], upTo(7));
      (given.units as Map<string, Unit>).clear();
      const loaded = (await store.load(given))!;
      expect(loaded).toEqual(sampleUnits());
      (loaded.cursors as Map<string, number>).set('alpha', 99);
      expect(await store.load(given)).toEqual(sampleUnits());
    }));

  it('refuses everything with closed after close', () =>
    withStore(async (store) => {
      await store.close();
      expect(await codeOf(store.load(sampleUnits()))).toBe('closed');
      expect(await codeOf(store.sequenceOf(sampleUnits()))).toBe('closed');
      expect(await codeOf(store.save(0, [sampleUnits()], upTo(7)))).toBe('closed');
      expect(await codeOf(store.marks(0))).toBe('closed');
      expect(await codeOf(store.clear(0))).toBe('closed');
      await store.close();
    }));
}

function boundClaims(withStore: WithStore): void {
  it('leaves out a state above the bound alone, says so, and takes a smaller one again', () =>
    withStore(async (store) => {
      const large = (sequence: number, count: number) => sampleUnits({ space: 'large', sequence }, count);
      await store.save(0, [large(7, 300)], upTo(7));
      expect(await store.load(large(7, 300))).toEqual(large(7, 300));
      await store.save(0, [sampleUnits(), large(8, 1_000)], upTo(8));
      expect(await codeOf(store.load(large(8, 0)))).toBe('payload_too_large');
      expect(await store.load(sampleUnits())).toEqual(sampleUnits());
      expect([await savedUpTo(store, 0), await store.sequenceOf(large(8, 0))]).toEqual([8, 8]);
      await store.save(0, [large(9, 5)], upTo(9));
      expect(await store.load(large(9, 5))).toEqual(large(9, 5));
    }));

  it('refuses a state without a whole sequence, and saves nothing of the call', () =>
    withStore(async (store) => {
      const halves = sampleUnits({ space: 'side', sequence: 1.5 });
      expect(await codeOf(store.save(0, [sampleUnits(), halves], upTo(8)))).toBe('internal');
      expect([await store.load(sampleUnits()), await store.marks(0)]).toEqual([undefined, undefined]);
    }));
}
