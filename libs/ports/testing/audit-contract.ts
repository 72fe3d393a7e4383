import { createHash } from 'node:crypto';
import { canonicalJson } from '@total-recall/domain';
import { expect, it } from 'vitest';
import type { AuditEntry, AuditHead, AuditShare, ControlStore, DueAudit } from '../src/control-store.ts';
import { codeOf } from './contract-harness.ts';

export type WithStore = (body: (store: ControlStore, open: () => Promise<ControlStore>) => Promise<void>) => Promise<void>;

export const auditEntry = (id: string, changes: Partial<AuditEntry> = {}): AuditEntry => ({
  id,
  tenant: 'acme',
  at: 1_000,
  keyId: 'k',
  action: 'key.create',
  target: 'k2',
  outcome: 'allowed',
  ...changes,
});

/** Appends entries to chains as their writers do, with the ends. */
function writerOf(store: ControlStore) {
  const ends = new Map<string, AuditHead>();
  return async (chain: string, id: string, at: number, tenant = 'acme'): Promise<AuditEntry> => {
    const before = ends.get(chain);
    const place = { chain, number: (before?.number ?? 0) + 1, previous: before?.hash ?? createHash('sha256').digest('hex') };
    const entry = auditEntry(id, { at, tenant });
    const hash = createHash('sha256')
      .update(canonicalJson(JSON.parse(JSON.stringify({ ...entry, link: place }))))
      .digest('hex');
    const end = { tenant, chain, number: place.number, hash, at };
    await store.appendAudit([{ ...entry, link: { ...place, hash } }], [end]);
    ends.set(chain, end);
    return entry;
  };
}

/** Asks for what is older than this, if the oldest is. */
const olderThan = (before: number, ...tenants: string[]): DueAudit[] =>
  (tenants.length === 0 ? ['acme'] : tenants).map((tenant) => ({ tenant, before, oldestBefore: before }));

const signed = (heads: readonly AuditHead[]): AuditHead[] =>
  heads.map((head) => ({ ...head, publicKey: 'key', signature: `${head.chain} ${head.number}` }));
const ended = (heads: readonly AuditHead[]): string[] => heads.map(({ chain, number }) => `${chain} ${number}`).sort();

async function signAll(share: AuditShare): Promise<string[]> {
  const { ends, breaks } = await share.unsigned();
  expect(breaks).toEqual([]);
  await share.sign(signed(ends));
  return ended(ends);
}

async function allOf(store: ControlStore, tenant: string, limit = 2): Promise<string[]> {
  const ids: string[] = [];
  for (let after: string | undefined; ;) {
    const { entries, cursor } = await store.auditFrom({ tenant, limit, ...(after !== undefined && { after }) });
    expect(entries.length).toBeLessThanOrEqual(limit);
    ids.push(...entries.map(({ id }) => id));
    if (cursor === undefined) return ids;
    after = cursor;
  }
}

/** Tests what the `ControlStore` port says of the audit as a whole: its pages from the beginning, and its owner. */
export function auditClaims(withStore: WithStore): void {
  it('gives the audit of one tenant from its beginning, page by page', () =>
    withStore(async (store) => {
      const entries = Array.from({ length: 5 }, (_, index) => auditEntry(`a${index}`));
      await store.appendAudit([...entries, auditEntry('x', { tenant: 'other' })]);
      for (const limit of [1, 3, 5, 9]) expect(await allOf(store, 'acme', limit)).toEqual(['a0', 'a1', 'a2', 'a3', 'a4']);
      expect((await store.auditFrom({ tenant: 'acme', limit: 5 })).entries).toEqual(entries);
      expect(await allOf(store, 'none')).toEqual([]);
      expect(await codeOf(store.auditFrom({ tenant: 'acme', limit: 1, after: 'x' }))).toBe('invalid_cursor');
    }));

  it('has the owner sign the ends that have grown, each once, and keeps them signed', () =>
    withStore(async (store) => {
      const write = writerOf(store);
      const share = await store.ownAudit();
      expect(await signAll(share)).toEqual([]);
      await write('one', 'a', 1);
      await write('two', 'b', 2);
      await write('one', 'c', 3);
      await write('far', 'd', 4, 'other');
      expect(ended((await share.unsigned()).ends)).toEqual(['far 1', 'one 2', 'two 1']);
      expect(await signAll(share)).toEqual(['far 1', 'one 2', 'two 1']);
      expect(await signAll(share)).toEqual([]);
      const heads = await store.auditHeads('acme');
      expect(heads.map(({ signature }) => signature).sort()).toEqual(['one 2', 'two 1']);
      await write('two', 'e', 5);
      expect(await signAll(share)).toEqual(['two 2']);
      await share.sign(signed(heads));
      expect(ended((await store.auditHeads('acme')).filter(({ signature }) => signature))).toEqual(['one 2', 'two 2']);
    }));

  it('takes nothing of an owner that another has followed, who goes on where the ends were signed', () =>
    withStore(async (store) => {
      const write = writerOf(store);
      const former = await store.ownAudit();
      await write('one', 'a', 1);
      await signAll(former);
      await write('one', 'b', 2);
      const { ends } = await former.unsigned();
      const old = await former.findOld(olderThan(2));
      const owner = await store.ownAudit();
      expect(await codeOf(former.sign(signed(ends)))).toBe('unavailable');
      expect(await codeOf(former.unsigned())).toBe('unavailable');
      expect(await codeOf(former.drop(old))).toBe('unavailable');
      expect(await allOf(store, 'acme')).toEqual(['a', 'b']);
      expect((await store.auditHeads('acme')).filter(({ signature }) => signature === 'one 2')).toEqual([]);
      expect(await signAll(owner)).toEqual(['one 2']);
    }));

  it('drops what is old at the beginning of the audit of one tenant, with the ends of chains that are gone', () =>
    withStore(async (store) => {
      const write = writerOf(store);
      const share = await store.ownAudit();
      await store.appendAudit([auditEntry('old', { at: 1 })]);
      await write('a', 'a1', 2);
      await write('b', 'b1', 3);
      await write('x', 'x1', 1, 'other');
      await write('a', 'a2', 4);
      await write('a', 'a3', 9);
      await write('c', 'c1', 9);
      await write('a', 'a4', 2);
      await signAll(share);
      expect(await share.findOld(olderThan(1))).toEqual([]);
      const [old] = await share.findOld(olderThan(5));
      expect([old!.entries, ended(old!.checkpoints as AuditHead[])]).toEqual([4, ['a 2', 'b 1']]);
      await share.drop([old!]);
      expect(await allOf(store, 'acme')).toEqual(['a3', 'c1', 'a4']);
      expect((await store.audit({ tenant: 'acme', limit: 9 })).map(({ id }) => id)).toEqual(['a4', 'c1', 'a3']);
      expect(ended(await store.auditHeads('acme'))).toEqual(['a 4', 'c 1']);
      expect(await allOf(store, 'other')).toEqual(['x1']);
      expect(await share.findOld(olderThan(5))).toEqual([]);
    }));

  it('drops what is old of several tenants at once, and leaves those whose oldest entry is to stay', () =>
    withStore(async (store) => {
      const write = writerOf(store);
      for (const tenant of ['acme', 'beta', 'gamma']) {
        await write(`a ${tenant}`, `${tenant}1`, tenant === 'gamma' ? 4 : 1, tenant);
        await write(`a ${tenant}`, `${tenant}2`, 9, tenant);
      }
      const share = await store.ownAudit();
      await signAll(share);
      const due = [...olderThan(5, 'acme', 'beta', 'none'), { tenant: 'gamma', before: 5, oldestBefore: 4 }];
      const old = await share.findOld(due);
      expect(old.map(({ tenant, entries }) => [tenant, entries])).toEqual([
        ['acme', 1],
        ['beta', 1],
      ]);
      await share.drop(old);
      for (const tenant of ['acme', 'beta']) expect(await allOf(store, tenant)).toEqual([`${tenant}2`]);
      expect(await allOf(store, 'gamma')).toEqual(['gamma1', 'gamma2']);
      expect(await share.findOld(due)).toEqual([]);
      expect((await share.findOld(olderThan(5, 'gamma'))).map(({ entries }) => entries)).toEqual([1]);
      await write('a acme', 'acme3', 9);
      await signAll(share);
      expect((await share.findOld(olderThan(10, 'acme'))).map(({ entries }) => entries)).toEqual([2]);
    }));

  it('names with a later drop where chains began after an earlier one', () =>
    withStore(async (store) => {
      const write = writerOf(store);
      await write('a', 'a1', 1);
      await write('b', 'b1', 2);
      await write('b', 'b2', 5);
      await write('a', 'a2', 8);
      const share = await store.ownAudit();
      await signAll(share);
      await share.drop(await share.findOld(olderThan(3)));
      const next = await store.ownAudit();
      expect((await next.unsigned()).isWhole).toBe(true);
      const [old] = await next.findOld(olderThan(6));
      expect([old!.entries, ended(old!.checkpoints as AuditHead[])]).toEqual([1, ['a 1', 'b 2']]);
      await next.drop([old!]);
      expect([await allOf(store, 'acme'), ended(await store.auditHeads('acme'))]).toEqual([['a2'], ['a 2']]);
      expect(await signAll(next)).toEqual([]);
      expect((await next.findOld(olderThan(9)))[0]!.checkpoints.map(({ chain }) => chain)).toEqual(['a']);
    }));
}
