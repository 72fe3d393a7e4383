import type { EvidenceUse, RecallReceived, TurnTaken } from '@total-recall/domain';
import { expect, it } from 'vitest';
import type { AnatomyStore } from '../src/anatomy-store.ts';
import { DEMAND_LIMITS, type DemandBatch } from '../src/demand-store.ts';
import { codeOf } from './contract-harness.ts';
import { sampleRetrieval } from './sample-analytics.ts';

const SPACE = { tenant: 'acme', space: 'demo' };
const PLACE = { ...SPACE, session: 'alpha' };
const DAY_MS = 86_400_000;
/** Noon, so that times a few minutes apart fall on the same day. */
const NOON = Math.floor(Date.now() / DAY_MS) * DAY_MS - DAY_MS / 2;

const turn = (number: number, changes: Partial<TurnTaken> = {}): TurnTaken => ({
  ...PLACE,
  turn: number,
  at: NOON,
  byModel: true,
  ...changes,
});
const received = (retrievalId: string, changes: Partial<RecallReceived> = {}): RecallReceived => ({
  ...PLACE,
  retrievalId,
  eventId: `event of ${retrievalId}`,
  ordinal: 7,
  turn: 2,
  at: NOON,
  evidence: 3,
  ...changes,
});
const use = (retrievalId: string, eventId: string, changes: Partial<EvidenceUse> = {}): EvidenceUse => ({
  ...PLACE,
  retrievalId,
  eventId,
  kind: 'exact',
  byEventId: 'w1',
  at: NOON,
  afterEvents: 1,
  afterTurns: 0,
  ...changes,
});
const batch = (changes: Partial<DemandBatch> = {}): DemandBatch => ({
  follower: 'f',
  offset: 1,
  turns: [],
  received: [],
  uses: [],
  ...changes,
});

/** Tests the claims of the `DemandStore` port. */
export function demandClaims(withStore: (body: (store: AnatomyStore) => Promise<void>) => Promise<void>): void {
  it('tells how far a follower has come, which never goes back', () =>
    withStore(async ({ demand }) => {
      expect(await demand.progress('f')).toBe(-1);
      await demand.append(batch({ offset: 5 }));
      await demand.append(batch({ offset: 3 }));
      await demand.append(batch({ follower: 'g', offset: 0 }));
      expect([await demand.progress('f'), await demand.progress('g')]).toEqual([5, 0]);
    }));

  it('gives back what came of recalls, in the order asked; what is known is dropped', () =>
    withStore(async ({ demand }) => {
      await demand.append(batch({ received: [received('r1')], uses: [use('r1', 'e1')] }));
      await demand.append(batch({ received: [received('r1', { turn: 9 })], uses: [use('r1', 'e1', { kind: 'cited' }), use('r1', 'e2')] }));
      expect(await demand.outcomes({ ...SPACE, retrievalIds: ['r0', 'r1'] })).toEqual([
        { retrievalId: 'r0', uses: [] },
        { retrievalId: 'r1', received: received('r1'), uses: [use('r1', 'e1'), use('r1', 'e2')] },
      ]);
    }));

  it('lists what a session received since a turn, oldest first, at most so many', () =>
    withStore(async ({ demand }) => {
      const many = Array.from({ length: DEMAND_LIMITS.openRecalls + 5 }, (_, at) => received(`r${at}`, { turn: at + 1, ordinal: at + 1 }));
      await demand.append(batch({ received: [...many, received('other', { session: 'beta', turn: 99 })] }));
      const since = await demand.receivedSince({ ...PLACE, fromTurn: 66 });
      expect(since.map((one) => one.turn)).toEqual([66, 67, 68, 69]);
      expect((await demand.receivedSince({ ...PLACE, fromTurn: 1 })).map((one) => one.turn)).toEqual(many.slice(5).map((one) => one.turn));
    }));

  it('counts the uses of events, in their own space only', () =>
    withStore(async ({ demand }) => {
      const elsewhere = [use('r4', 'e1', { space: 'other' }), use('r4', 'e1', { tenant: 'other' })];
      await demand.append(batch({ uses: [use('r1', 'e1'), use('r2', 'e1'), use('r2', 'e2'), ...elsewhere] }));
      expect(await demand.useCounts('acme', 'demo', ['e1', 'e2', 'e3'])).toEqual(
        new Map([
          ['e1', 2],
          ['e2', 1],
        ]),
      );
      expect(await demand.useCounts('acme', 'other', ['e1', 'e2'])).toEqual(new Map([['e1', 1]]));
      expect(
        (await demand.outcomes({ tenant: 'other', space: 'demo', retrievalIds: ['r1', 'r4'] })).map(({ uses }) => uses.length),
      ).toEqual([0, 1]);
    }));

  countClaims(withStore);

  it('refuses more than its limits, and all after close', () =>
    withStore(async (store) => {
      const { demand } = store;
      const tooMany = Array.from({ length: DEMAND_LIMITS.ids + 1 }, (_, at) => `e${at}`);
      expect(await codeOf(demand.useCounts('acme', 'demo', tooMany))).toBe('invalid_request');
      expect(await codeOf(demand.outcomes({ ...SPACE, retrievalIds: tooMany }))).toBe('invalid_request');
      for (const limit of [0, DEMAND_LIMITS.groups + 1, Number.NaN])
        expect(await codeOf(demand.counts({ ...SPACE, by: 'all', limit }))).toBe('invalid_request');
      await store.close();
      expect(await codeOf(demand.append(batch()))).toBe('closed');
      expect(await codeOf(demand.counts({ ...SPACE, by: 'all', limit: 1 }))).toBe('closed');
    }));
}

function countClaims(withStore: (body: (store: AnatomyStore) => Promise<void>) => Promise<void>): void {
  const fill = async (store: AnatomyStore): Promise<void> => {
    const yesterday = NOON - DAY_MS;
    await store.demand.append(
      batch({
        turns: [
          turn(1, { byModel: false, at: yesterday }),
          turn(2),
          turn(3),
          turn(1, { session: 'beta' }),
          turn(1, { space: 'other' }),
          turn(2, { at: yesterday }),
        ],
        received: [
          received('r1'),
          received('r2'),
          received('r3', { session: 'beta', turn: 1, evidence: 2 }),
          received('r9', { tenant: 'other' }),
        ],
        uses: [use('r1', 'e1'), use('r1', 'e2', { kind: 'near' }), use('r3', 'e1', { session: 'beta', kind: 'cited' })],
      }),
    );
    const { session: _session, ...spaceWide } = sampleRetrieval('r4', { at: NOON, tokens: 11, attempts: 0, outcome: 'unsure' });
    await store.appendRetrievals([
      sampleRetrieval('r1', { at: NOON, tokens: 100, completeness: 0.5, attempts: 1, outcome: 'answered' }),
      sampleRetrieval('r2', { at: NOON, tokens: 50, completeness: 1, attempts: 0, outcome: 'nothing_found' }),
      sampleRetrieval('r0', { at: yesterday, tokens: 7, attempts: 0, outcome: 'unsure' }),
      spaceWide,
      sampleRetrieval('r8', { space: 'other' }),
      sampleRetrieval('r9', { at: NOON, pushed: true }),
    ]);
  };
  const none = { key: '', turns: 0, modelTurns: 0, recallTurns: 0, retrievals: 0, escalated: 0, unanswered: 0, tokens: 0 };
  const nothing = { completenessSum: 0, completenessCount: 0, received: 0, receivedUsed: 0, evidence: 0, cited: 0, exact: 0, near: 0 };
  const alpha = { retrievals: 3, escalated: 1, unanswered: 1, tokens: 157, completenessSum: 1.5, completenessCount: 2 };

  it('sums a space over a time, whole, by day and by session', () =>
    withStore(async (store) => {
      await fill(store);
      const { demand } = store;
      const all = {
        ...alpha,
        key: 'all',
        turns: 4,
        modelTurns: 3,
        recallTurns: 2,
        retrievals: 4,
        tokens: 168,
        received: 3,
        receivedUsed: 2,
        evidence: 8,
        cited: 1,
        exact: 1,
        near: 1,
      };
      expect(await demand.counts({ ...SPACE, by: 'all', limit: 1 })).toEqual([all]);
      expect(await demand.counts({ ...SPACE, by: 'all', limit: 1, to: NOON })).toEqual([
        { ...none, ...nothing, key: 'all', turns: 1, retrievals: 1, tokens: 7 },
      ]);
      expect((await demand.counts({ ...SPACE, by: 'day', limit: 9 })).map(({ key, turns }) => [key, turns])).toEqual([
        [new Date(NOON).toISOString().slice(0, 10), 3],
        [new Date(NOON - DAY_MS).toISOString().slice(0, 10), 1],
      ]);
      expect(await demand.counts({ ...SPACE, by: 'session', limit: 9 })).toEqual([
        {
          ...nothing,
          ...alpha,
          key: 'alpha',
          turns: 3,
          modelTurns: 2,
          recallTurns: 1,
          received: 2,
          receivedUsed: 1,
          evidence: 6,
          exact: 1,
          near: 1,
        },
        { ...none, ...nothing, key: 'beta', turns: 1, modelTurns: 1, recallTurns: 1, received: 1, receivedUsed: 1, evidence: 2, cited: 1 },
      ]);
      expect(await demand.counts({ ...SPACE, session: 'beta', by: 'all', limit: 1, from: NOON, to: NOON + 1 })).toMatchObject([
        { turns: 1 },
      ]);
      expect(await demand.counts({ ...SPACE, space: 'empty', by: 'day', limit: 1 })).toEqual([]);
    }));

  it('pages through groups', () =>
    withStore(async (store) => {
      await fill(store);
      const keys = async (by: 'day' | 'session', limit: number, after?: string): Promise<string[]> =>
        (await store.demand.counts({ ...SPACE, by, limit, after })).map(({ key }) => key);
      for (const by of ['day', 'session'] as const) {
        const whole = await keys(by, 9);
        expect([...(await keys(by, 1)), ...(await keys(by, 9, whole[0]))]).toEqual(whole);
        expect(await keys(by, 9, whole.at(-1))).toEqual([]);
      }
    }));
}
