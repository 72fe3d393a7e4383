import { createMemoryControlStore } from '@total-recall/adapter-memory';
import { ROUTES, type Route, type RouteId } from '@total-recall/contracts';
import type { AuditEntry } from '@total-recall/ports';
import { createAuditChains, createUlidFactory, dropOldAudit, verifyAudit, type AuditDrops } from '@total-recall/runtime';
import { describe, expect, it } from 'vitest';
import { virtualTime } from '../../testing/virtual-time.ts';
import { createAuditedReads, READS, UNAUDITED } from './audited-reads.ts';

const DAY_MS = 86_400_000;
const CALLER = { tenant: 'acme', keyId: 'k', scopes: ['read'], quotas: {} } as const;
const PARAMS = { space: 'demo', session: 's1' };

describe('a read in the audit', () => {
  const read = (routeId: 'recall' | 'listEvents' | 'listLedger' | 'appendEvents' | 'assembleWindow' | 'listAnatomy', answer: unknown) => ({
    routeId,
    caller: CALLER,
    params: PARAMS,
    answer,
  });

  it('names what the answer gave by ids, of many how many more, and no content', async () => {
    const describeRead = createAuditedReads({ control: createMemoryControlStore(), ...virtualTime() });
    const hits = Array.from({ length: 120 }, (_, at) => ({ eventId: `E${at}`, passage: { text: 'secret' } }));
    const recalled = await describeRead(read('recall', { retrievalId: 'R', hits, passages: [{ eventId: 'E0', text: 'secret' }] }));
    expect(recalled).toMatchObject({ action: 'read.recall', target: 'demo/s1', read: { more: 21 } });
    expect(recalled!.read!.ids.slice(0, 3)).toEqual(['R', 'E0', 'E1']);
    expect(JSON.stringify(recalled)).not.toContain('secret');
    const events = [1, 2, 3, 7, 9, 10].map((ordinal) => ({ ordinal, text: 'secret' }));
    expect((await describeRead(read('listEvents', { events })))?.read?.ids).toEqual(['e1-e3', 'e7', 'e9-e10']);
    const changes = [{ fact: 'f1', says: 'secret' }, { fact: 'f2' }, { fact: 'f1', says: 'secret' }];
    const decided = await describeRead(read('listLedger', { entries: [{ id: 'L', changes }] }));
    expect(decided?.read?.ids).toEqual(['L', 'f1']);
    expect(await describeRead(read('appendEvents', {}))).toBeUndefined();
  });

  it('of a window names its events by ranges, then the facts, the evidence and the markers in it', async () => {
    const describeRead = createAuditedReads({ control: createMemoryControlStore(), ...virtualTime() });
    const blocks = [{ kind: 'event', text: 'secret' }];
    const shows = { ordinals: [1, 41, 42, 43, 60], facts: ['F.0'], pushed: ['E9'], markers: ['M'] };
    const window = await describeRead(read('assembleWindow', { windowId: 'W', blocks, shows }));
    expect(window?.read).toEqual({ ids: ['W', 'e1', 'e41-e43', 'e60', 'F.0', 'E9', 'M'] });
    expect((await describeRead(read('assembleWindow', { windowId: 'W', blocks })))?.read).toEqual({ ids: ['W'] });
    const scattered = { ...shows, ordinals: Array.from({ length: 500 }, (_, at) => 2 * at) };
    const bounded = await describeRead(read('assembleWindow', { windowId: 'W', blocks, shows: scattered }));
    expect(bounded?.read?.ids).toHaveLength(100);
    expect(bounded?.read?.more).toBe(404);
    const anatomy = [
      { turnId: 'W2', topicLabel: 'secret' },
      { turnId: 'W1', topicLabel: null },
    ];
    expect(await describeRead(read('listAnatomy', { anatomy }))).toMatchObject({ action: 'read.listAnatomy', read: { ids: ['W2', 'W1'] } });
  });

  it('has an entry for each route that gives ids or content; the others are listed with their reason', () => {
    const routes = Object.entries<Route>(ROUTES).filter(([, { method, scope }]) => method === 'GET' || scope === 'read');
    const listed = [...Object.keys(READS), ...Object.keys(UNAUDITED)];
    expect(listed.toSorted()).toEqual(routes.map(([id]) => id).toSorted());
  });

  it('names the facts of a digest, what a task state refers to, sessions of figures, and erasures, holds and entries', async () => {
    const describeRead = createAuditedReads({ control: createMemoryControlStore(), ...virtualTime() });
    const idsOf = async (routeId: RouteId, answer: unknown) =>
      (await describeRead({ routeId, caller: CALLER, params: PARAMS, answer }))?.read?.ids;
    expect(await idsOf('getDigest', { text: 'secret', facts: 2, left: 0, ids: ['F1', 'F2'] })).toEqual(['F1', 'F2']);
    expect(await idsOf('getDigest', { text: 'secret', facts: 2, left: 0 })).toEqual([]);
    const state = { goals: ['secret'], keyEvents: ['E1', 'E2'], keyArtifacts: ['A1'] };
    expect(await idsOf('getTaskState', { eventId: 'E3', state, proposal: { keyEvents: ['E2', 'E4'] } })).toEqual([
      'E3',
      'E1',
      'E2',
      'A1',
      'E4',
    ]);
    expect(await idsOf('getTaskState', { state: null, stale: false })).toEqual([]);
    expect(await idsOf('getReflection', { sessions: [{ session: 's1', retrievals: 1, missed: 1 }] })).toEqual(['s1']);
    expect(await idsOf('getDemand', { by: 'session', groups: [{ key: 's1' }] })).toEqual(['s1']);
    expect(await idsOf('getDemand', { by: 'day', groups: [{ key: '2026-05-04' }] })).toEqual([]);
    expect(await idsOf('listAudit', { entries: [{ id: 'N1' }] })).toEqual(['N1']);
    expect(await idsOf('listErasures', { erasures: [{ id: 'X1', eventIds: ['E1'] }] })).toEqual(['X1']);
    expect(await idsOf('getErasure', { id: 'X1', eventIds: ['E1'] })).toEqual(['X1', 'E1']);
    expect(await idsOf('listHolds', { holds: [{ id: 'H1', name: 'secret' }] })).toEqual(['H1']);
    expect(await idsOf('getHold', { id: 'H1', name: 'secret' })).toEqual(['H1']);
    const expired = { space: 'demo', sessions: ['s1'], eventIds: ['E1'], rules: {}, counts: {} };
    expect(await idsOf('getExpired', { spaces: [expired] })).toEqual(['demo', 's1', 'E1']);
  });

  it('of the audit and of an erasure is noted again only for what it did not tell its caller, or after an hour', async () => {
    const time = virtualTime();
    const describeRead = createAuditedReads({ control: createMemoryControlStore(), ...time });
    const isNoted = async (routeId: RouteId, answer: unknown, keyId = 'k') =>
      (await describeRead({ routeId, caller: { ...CALLER, keyId }, params: {}, answer })) !== undefined;
    const audit = (...entries: string[]) => ({
      entries: entries.map((id) => ({ id, action: id.startsWith('P') ? 'read.listAudit' : 'x' })),
    });
    expect(await isNoted('listAudit', audit('A2', 'A1'))).toBe(true);
    for (const polled of [audit('P1', 'A2'), audit('P2', 'P1'), audit('P2', 'A2', 'A1')])
      expect(await isNoted('listAudit', polled)).toBe(false);
    expect(await isNoted('listAudit', audit('A3', 'P1'))).toBe(true);
    expect(await isNoted('listAudit', audit('A3', 'P1'), 'other')).toBe(true);
    expect(await isNoted('listAudit', audit('A3', 'P3', 'P1'))).toBe(false);
    const erasure = (id: string, status: string) => isNoted('getErasure', { id, status, eventIds: ['E1'] });
    const noted = [];
    for (const of of ['X1 running', 'X2 running', 'X1 running', 'X2 running', 'X1 done', 'X1 done'])
      noted.push(await erasure(of.slice(0, 2), of.slice(3)));
    expect(noted).toEqual([true, true, false, false, true, false]);
    await time.advance(3_600_000);
    expect([await isNoted('listAudit', audit('A3')), await erasure('X1', 'done')]).toEqual([true, true]);
  });

  it('is left out where the policy of the space, before that of the tenant, says so', async () => {
    const control = createMemoryControlStore();
    const describeRead = createAuditedReads({ control, ...virtualTime() });
    const noted = async () => {
      const found = await Promise.all(Array.from({ length: 400 }, () => describeRead(read('listEvents', { events: [] }))));
      return found.filter((each) => each !== undefined);
    };
    await control.putPolicy({ at: 'tenant/acme', settings: { auditReads: 0 }, updatedAt: 0 });
    expect(await noted()).toEqual([]);
    await control.putPolicy({ at: 'space/acme/demo', settings: { auditReads: 0.5 }, updatedAt: 0 });
    const some = await noted();
    expect(some.length).toBeGreaterThan(100);
    expect(some.length).toBeLessThan(300);
    expect(some[0]!.read).toEqual({ ids: [], share: 0.5 });
  });
});

const dropsAt = (now: number, write: (dropped: Pick<AuditEntry, 'checkpoints'>) => Promise<void>): AuditDrops => ({
  now,
  isWanted: () => true,
  announce: async (old) => {
    for (const { checkpoints } of old) await write({ checkpoints });
  },
  onDropped: () => undefined,
  onFailure: (error) => {
    throw error;
  },
});

describe('the age of the audit', () => {
  it('is that of the policy: older entries go, and what is left verifies, again and again', async () => {
    const time = virtualTime();
    const control = createMemoryControlStore();
    const nextId = createUlidFactory(time);
    const chainsOf = (writer: string) => createAuditChains({ control, ...time, nextId, writer });
    const [own, other] = [chainsOf('own'), chainsOf('other')];
    const entryNow = (action: string) =>
      ({ id: nextId('acme'), tenant: 'acme', at: time.clock.now(), keyId: 'k', action, target: 't', outcome: 'allowed' }) as const;
    const sweep = async () =>
      dropOldAudit(
        control,
        await control.ownAudit(),
        dropsAt(time.clock.now(), (dropped) => own.append([{ ...entryNow('audit.drop'), ...dropped }])),
      );
    await control.putTenant({ id: 'acme', name: 'Acme', createdAt: 0 });
    const problems = async () =>
      verifyAudit((await control.auditFrom({ tenant: 'acme', limit: 900 })).entries, await control.auditHeads('acme')).problems;
    for (let day = 0; day < 40; day += 1) {
      await own.append([entryNow('one'), entryNow('two')]);
      if (day < 15) await other.append([entryNow('three')]);
      await time.advance(DAY_MS);
      if (day === 9) await control.putPolicy({ at: 'tenant/acme', settings: { auditDays: 5 }, updatedAt: 0 });
      await sweep();
      expect(await problems()).toEqual([]);
    }
    const { entries: left } = await control.auditFrom({ tenant: 'acme', limit: 900 });
    expect(left.every(({ at }) => at >= time.clock.now() - 7 * DAY_MS)).toBe(true);
    expect(left.length).toBeLessThan(30);
    const heads = await control.auditHeads('acme');
    expect(heads).toHaveLength(1);
    // Entries dropped beyond the checkpoint are reported.
    const cut = verifyAudit(left.slice(3), heads).problems;
    expect(cut).toMatchObject([{ what: 'removed', chain: heads[0]!.chain, number: 1 }]);
  });

  it('is for ever without a policy, also where nobody has written for years', async () => {
    const time = virtualTime();
    const control = createMemoryControlStore();
    const own = createAuditChains({ control, ...time, nextId: createUlidFactory(time), writer: 'own' });
    await control.putTenant({ id: 'acme', name: 'Acme', createdAt: 0 });
    await own.append([{ id: 'a', tenant: 'acme', at: 0, keyId: 'k', action: 'x', target: 't', outcome: 'allowed' }]);
    await dropOldAudit(
      control,
      await control.ownAudit(),
      dropsAt(time.clock.now(), () => Promise.reject(new Error('nothing is dropped'))),
    );
    await control.putPolicy({ at: 'tenant/acme', settings: { auditDays: 5 }, updatedAt: 0 });
    const write = (dropped: object) =>
      own.append([
        {
          id: 'd',
          tenant: 'acme',
          at: time.clock.now(),
          keyId: 'service',
          action: 'audit.drop',
          target: 't',
          outcome: 'allowed',
          ...dropped,
        },
      ]);
    await dropOldAudit(control, await control.ownAudit(), dropsAt(time.clock.now(), write));
    const { entries: left } = await control.auditFrom({ tenant: 'acme', limit: 9 });
    expect(left.map(({ id }) => id)).toEqual(['d']);
    expect(verifyAudit(left, await control.auditHeads('acme')).problems).toEqual([]);
  });
});
