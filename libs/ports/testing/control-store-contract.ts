import { describe, expect, it } from 'vitest';
import type { ApiKey, ControlStore, PolicyAt, Tenant } from '../src/control-store.ts';
import { auditClaims, auditEntry as entry, type WithStore } from './audit-contract.ts';
import { codeOf, withHarness, type ContractCapabilities, type ContractHarness } from './contract-harness.ts';

const tenant = (id: string, changes: Partial<Tenant> = {}): Tenant => ({ id, name: `Tenant ${id}`, createdAt: 1_000, ...changes });
const apiKey = (id: string, changes: Partial<ApiKey> = {}): ApiKey => ({
  id,
  tenant: 'acme',
  name: 'ci',
  secretHash: 'ab'.repeat(32),
  scopes: ['read', 'write'],
  createdAt: 1_000,
  ...changes,
});
const policy = (at: string, windowTokens: number): PolicyAt => ({ at, settings: { windowTokens }, updatedAt: 5 });
/** Tests the claims of the `ControlStore` port. */
export function controlStoreContract(
  name: string,
  makeHarness: () => ContractHarness<ControlStore>,
  capabilities: ContractCapabilities,
): void {
  const withStore: WithStore = (body) => withHarness(makeHarness, async (open) => body(await open(), open));

  describe(`${name}: ControlStore`, () => {
    recordClaims(withStore, capabilities.reopen);
    auditListClaims(withStore);
    auditClaims(withStore);
    if (capabilities.reopen) reopenClaims(withStore);
  });
}

function recordClaims(withStore: WithStore, isReopened: boolean): void {
  it('reads what was put last, as soon as the put resolves, and nothing for what was not', () =>
    withStore(async (store) => {
      expect(await store.tenant('acme')).toBeUndefined();
      expect(await store.tenants()).toEqual([]);
      await store.putTenant(tenant('acme'));
      expect(await store.tenant('acme')).toEqual(tenant('acme'));
      await store.putTenant(tenant('acme', { disabled: true, quotas: { requestsPerSecond: 5 } }));
      await store.putTenant(tenant('Zeta'));
      expect(await store.tenants()).toEqual([tenant('Zeta'), tenant('acme', { disabled: true, quotas: { requestsPerSecond: 5 } })]);
    }));

  it('keeps the keys of tenants apart, oldest first', () =>
    withStore(async (store) => {
      await store.putApiKey(apiKey('k2', { createdAt: 2 }));
      await store.putApiKey(apiKey('k1', { createdAt: 3 }));
      await store.putApiKey(apiKey('k3', { createdAt: 2, spaces: ['demo'], expiresAt: 9 }));
      await store.putApiKey(apiKey('other', { tenant: 'other' }));
      expect((await store.apiKeys('acme')).map((key) => key.id)).toEqual(['k2', 'k3', 'k1']);
      expect(await store.apiKey('k3')).toEqual(apiKey('k3', { createdAt: 2, spaces: ['demo'], expiresAt: 9 }));
      await store.putApiKey(apiKey('k3', { revokedAt: 10 }));
      expect((await store.apiKey('k3'))?.revokedAt).toBe(10);
      expect(await store.apiKeys('acme')).toHaveLength(3);
      expect(await store.apiKey('none')).toBeUndefined();
    }));

  it('takes back no revocation: not for a write that knows nothing of it, nor for one beside it', () =>
    withStore(async (store) => {
      await store.putApiKey(apiKey('k'));
      await Promise.all([store.putApiKey(apiKey('k', { revokedAt: 5 })), store.putApiKey(apiKey('k', { secretHash: 'new' }))]);
      expect(await store.apiKey('k')).toEqual(apiKey('k', { secretHash: 'new', revokedAt: 5 }));
      await store.putApiKey(apiKey('k', { revokedAt: 9 }));
      expect(await store.apiKey('k')).toEqual(apiKey('k', { revokedAt: 5 }));
    }));

  it('takes the first key of a tenant once, however many are put at once, and none beside others', () =>
    withStore(async (store) => {
      const put = ['a', 'b', 'c', 'd'].map((id) => store.putFirstApiKey(apiKey(id)));
      const firsts = (await Promise.all(put)).flatMap((isFirst, at) => (isFirst ? ['abcd'[at]] : []));
      expect(firsts).toHaveLength(1);
      expect((await store.apiKeys('acme')).map(({ id }) => id)).toEqual(firsts);
      expect(await store.putFirstApiKey(apiKey('x', { tenant: 'other' }))).toBe(true);
      await store.putApiKey(apiKey(firsts[0]!, { revokedAt: 3 }));
      expect(await store.putFirstApiKey(apiKey('late'))).toBe(false);
    }));

  it('drops keys of a tenant that are named, and none of another, also where one was its first', () =>
    withStore(async (store, open) => {
      await store.putFirstApiKey(apiKey('first'));
      for (const id of ['a', 'b']) await store.putApiKey(apiKey(id, { revokedAt: 3 }));
      await store.putApiKey(apiKey('other', { tenant: 'other' }));
      await store.dropApiKeys('acme', ['first', 'b', 'other', 'none']);
      await store.dropApiKeys('acme', []);
      const kept = async (from: ControlStore) => [...(await from.apiKeys('acme')), ...(await from.apiKeys('other'))].map(({ id }) => id);
      expect([await kept(store), await store.apiKey('b')]).toEqual([['a', 'other'], undefined]);
      expect(await store.putFirstApiKey(apiKey('late'))).toBe(false);
      if (!isReopened) return;
      await store.close();
      expect(await kept(await open())).toEqual(['a', 'other']);
    }));

  it('revokes a key only where that may be, and asks of several at once each with what those before it revoke', () =>
    withStore(async (store) => {
      const ids = ['a', 'b', 'c', 'd'];
      for (const id of ids) await store.putApiKey(apiKey(id));
      await store.putApiKey(apiKey('other', { tenant: 'other' }));
      const left = async (keys: readonly ApiKey[]) => keys.filter(({ revokedAt }) => revokedAt === undefined).length;
      const isNotLast = async (keys: readonly ApiKey[]) => (await left(keys)) > 1;
      const revoked = await Promise.all(ids.map((id) => store.revokeApiKey(apiKey(id), 7, isNotLast)));
      expect(revoked.filter(Boolean)).toHaveLength(3);
      const keys = await store.apiKeys('acme');
      expect(keys.map(({ revokedAt }) => revokedAt)).toEqual(revoked.map((done) => (done ? 7 : undefined)));
      const [last] = keys.filter(({ revokedAt }) => revokedAt === undefined);
      expect(await store.revokeApiKey(last!, 8, isNotLast)).toBe(false);
      // A rule that lets go of a key that is revoked already.
      const isNone = async (keys: readonly ApiKey[]) => (await left(keys)) !== 1;
      const twice = [1, 2].map(() => store.revokeApiKey(last!, 8, isNone));
      expect(await Promise.all(twice)).toEqual([false, false]);
      expect(await store.revokeApiKey(last!, 9, () => Promise.resolve(true))).toBe(true);
      expect(await store.apiKey(last!.id)).toEqual(apiKey(last!.id, { revokedAt: 9 }));
      expect((await store.apiKey('other'))!.revokedAt).toBeUndefined();
    }));

  it('revokes no key that is gone, and none where the question fails, which keeps no other back', () =>
    withStore(async (store) => {
      await store.putApiKey(apiKey('a'));
      await store.putApiKey(apiKey('b'));
      const failing = store.revokeApiKey(apiKey('a'), 7, () => Promise.reject(new Error('not now')));
      await expect(failing).rejects.toThrow('not now');
      const unrevoked = (keys: readonly ApiKey[]) => Promise.resolve(keys.every(({ revokedAt }) => revokedAt === undefined));
      expect(await store.revokeApiKey(apiKey('gone'), 7, unrevoked)).toBe(false);
      expect(await store.revokeApiKey(apiKey('b'), 7, unrevoked)).toBe(true);
      expect((await store.apiKeys('acme')).map(({ id, revokedAt }) => [id, revokedAt])).toEqual([
        ['a', undefined],
        ['b', 7],
      ]);
    }));

  it('closes a tenant: what is left of it stays, its keys and policies go, and nothing of another', () =>
    withStore(async (store) => {
      await store.putTenant(tenant('acme'));
      await store.putFirstApiKey(apiKey('first'));
      await store.putApiKey(apiKey('second'));
      await store.putApiKey(apiKey('other', { tenant: 'acme2' }));
      const places = ['tenant/acme', 'space/acme/demo', 'session/acme/demo/a', 'tenant/acme2', 'space/acme2/demo', 'process'];
      for (const at of places) await store.putPolicy(policy(at, 8_000));
      await store.appendAudit([entry('a')]);
      await store.closeTenant(tenant('acme', { disabled: true, removedAt: 7 }));
      expect(await store.tenants()).toEqual([tenant('acme', { disabled: true, removedAt: 7 })]);
      expect([await store.apiKeys('acme'), await store.apiKey('first'), await store.apiKey('second')]).toEqual([[], undefined, undefined]);
      expect((await store.apiKeys('acme2')).map(({ id }) => id)).toEqual(['other']);
      expect((await store.policies(places)).map((each) => each?.at)).toEqual([undefined, undefined, undefined, ...places.slice(3)]);
      expect(await store.audit({ tenant: 'acme', limit: 9 })).toHaveLength(1);
    }));

  it('closes a tenant with the keys and policies that were put just before', () =>
    withStore(async (store) => {
      const left = tenant('acme', { disabled: true, removedAt: 7 });
      await Promise.all([store.putPolicy(policy('space/acme/demo', 8_000)), store.closeTenant(left)]);
      expect(await store.policies(['space/acme/demo'])).toEqual([undefined]);
      await Promise.all([store.putApiKey(apiKey('late')), store.closeTenant(left)]);
      expect(await store.apiKeys('acme')).toEqual([]);
    }));

  it('replaces a tenant only where what stands is what was read, whoever changes it at once', () =>
    withStore(async (store) => {
      const first = tenant('acme', { quotas: { burst: 2, requestsPerSecond: 5 } });
      const made = [store.replaceTenant(undefined, first), store.replaceTenant(undefined, tenant('acme', { createdAt: 9 }))];
      expect(await Promise.all(made)).toEqual([true, false]);
      expect(await store.replaceTenant(undefined, first)).toBe(false);
      const read = { ...first, quotas: { requestsPerSecond: 5, burst: 2 } };
      const changes = [1, 2, 3].map((at) => store.replaceTenant(read, { ...first, name: `change ${at}` }));
      const taken = await Promise.all(changes);
      expect(taken.filter(Boolean)).toHaveLength(1);
      expect((await store.tenant('acme'))?.name).toBe(`change ${taken.indexOf(true) + 1}`);
      expect(await store.replaceTenant(tenant('none'), tenant('none'))).toBe(false);
      expect((await store.tenants()).map(({ id }) => id)).toEqual(['acme']);
    }));

  it('closes no tenant that was changed since it was read, and changes none that was closed', () =>
    withStore(async (store) => {
      const [disabled, removing] = [tenant('acme', { disabled: true }), tenant('acme', { disabled: true, removing: 'a' })];
      const left = tenant('acme', { disabled: true, removedAt: 7 });
      await store.putTenant(disabled);
      await store.putApiKey(apiKey('k'));
      expect(await store.closeTenant(left, removing)).toBe(false);
      expect([await store.tenant('acme'), await store.apiKey('k')]).toEqual([disabled, apiKey('k')]);
      expect(await store.replaceTenant(disabled, removing)).toBe(true);
      const [closed, enabled] = [store.closeTenant(left, removing), store.replaceTenant(removing, tenant('acme'))];
      expect(await Promise.all([closed, enabled])).toEqual([true, false]);
      expect([await store.tenant('acme'), await store.apiKey('k')]).toEqual([left, undefined]);
    }));

  it('answers policies in the order asked, with gaps', () =>
    withStore(async (store) => {
      await store.putPolicy(policy('process', 8_000));
      await store.putPolicy(policy('space/acme/demo', 32_000));
      await store.putPolicy(policy('process', 16_000));
      expect(await store.policies(['space/acme/demo', 'tenant/acme', 'process'])).toEqual([
        policy('space/acme/demo', 32_000),
        undefined,
        policy('process', 16_000),
      ]);
      expect(await store.policies([])).toEqual([]);
    }));

  it('keeps the pause of retention until it is resumed', () =>
    withStore(async (store) => {
      expect(await store.retentionPause()).toBeUndefined();
      await store.putRetentionPause({ since: 1_000 });
      await store.putRetentionPause({ since: 2_000 });
      expect(await store.retentionPause()).toEqual({ since: 2_000 });
      await store.putRetentionPause(undefined);
      expect(await store.retentionPause()).toBeUndefined();
    }));

  it('lists the policies below a place, and none of a place that only begins alike', () =>
    withStore(async (store) => {
      for (const at of [
        'process',
        'tenant/acme',
        'space/acme/demo',
        'session/acme/demo/b',
        'session/acme/demo/a',
        'session/acme/demo2/a',
        'session/acme2/demo/a',
      ])
        await store.putPolicy(policy(at, 8_000));
      expect(await store.policiesUnder('session/acme/demo/', 9)).toEqual([
        policy('session/acme/demo/a', 8_000),
        policy('session/acme/demo/b', 8_000),
      ]);
      expect((await store.policiesUnder('session/acme/', 2)).map(({ at }) => at)).toEqual(['session/acme/demo/a', 'session/acme/demo/b']);
      expect(await store.policiesUnder('space/none/', 9)).toEqual([]);
    }));

  it('knows what each counter has counted of a tenant on a day, as it said last, and forgets days that are over', () =>
    withStore(async (store) => {
      const row = (counter: string, tenantId: string, events: number, day = 20_000) => ({ day, counter, tenant: tenantId, events });
      await store.putUsage([row('one', 'acme', 3), row('one', 'other', 9), row('one', 'acme', 1, 19_999)]);
      await store.putUsage([row('two', 'acme', 4), row('one', 'acme', 5)]);
      await store.putUsage([]);
      const of = async (day: number) => (await store.usage(day, 'acme')).map(({ counter, events }) => `${counter} ${events}`).sort();
      expect(await of(20_000)).toEqual(['one 5', 'two 4']);
      expect(await of(19_999)).toEqual(['one 1']);
      await store.forgetUsage(20_000);
      await store.forgetUsage(20_000);
      expect([await of(19_999), await of(20_000)]).toEqual([[], ['one 5', 'two 4']]);
      expect(await codeOf(store.putUsage(Array.from({ length: 1_001 }, (_, index) => row(`c${index}`, 'acme', 1))))).toBe(
        'batch_too_large',
      );
    }));

  it('takes writes of one thing in the order of the calls', () =>
    withStore(async (store) => {
      await Promise.all(Array.from({ length: 30 }, (_, index) => store.putTenant(tenant('acme', { createdAt: index }))));
      expect((await store.tenant('acme'))?.createdAt).toBe(29);
    }));

  it('does not change what it holds when the caller changes what it gave', () =>
    withStore(async (store) => {
      const scopes: ApiKey['scopes'][number][] = ['read'];
      await store.putApiKey(apiKey('k', { scopes }));
      scopes.push('admin');
      expect((await store.apiKey('k'))?.scopes).toEqual(['read']);
    }));

  it('refuses everything with closed after close', () =>
    withStore(async (store) => {
      await store.putApiKey(apiKey('k'));
      await store.close();
      expect(await codeOf(store.tenant('acme'))).toBe('closed');
      expect(await codeOf(store.putTenant(tenant('acme')))).toBe('closed');
      expect(await codeOf(store.replaceTenant(tenant('acme'), tenant('acme')))).toBe('closed');
      expect(await codeOf(store.closeTenant(tenant('acme'), tenant('acme')))).toBe('closed');
      expect(await codeOf(store.putFirstApiKey(apiKey('other')))).toBe('closed');
      expect(await codeOf(store.dropApiKeys('acme', ['none']))).toBe('closed');
      expect(await codeOf(store.revokeApiKey(apiKey('k'), 7, () => Promise.resolve(false)))).toBe('closed');
      expect(await codeOf(store.audit({ tenant: 'acme', limit: 1 }))).toBe('closed');
      await store.close();
    }));
}

function auditListClaims(withStore: WithStore): void {
  it('lists the audit of one tenant, newest first, page by page', () =>
    withStore(async (store) => {
      await store.appendAudit(Array.from({ length: 5 }, (_, index) => entry(`a${index}`)));
      await store.appendAudit([entry('x', { tenant: 'other' }), entry('b', { outcome: 'refused', code: 'forbidden' })]);
      const first = await store.audit({ tenant: 'acme', limit: 4 });
      expect(first.map((item) => item.id)).toEqual(['b', 'a4', 'a3', 'a2']);
      expect(first[0]).toEqual(entry('b', { outcome: 'refused', code: 'forbidden' }));
      expect((await store.audit({ tenant: 'acme', limit: 4, before: 'a2' })).map((item) => item.id)).toEqual(['a1', 'a0']);
      expect((await store.audit({ tenant: 'other', limit: 4 })).map((item) => item.id)).toEqual(['x']);
    }));

  it('keeps what entries have read, and where the chains of a tenant end', () =>
    withStore(async (store) => {
      const link = (chain: string, number: number) => ({ chain, number, previous: 'aa', hash: `${chain}${number}` });
      const read = { ids: ['e1-e4'], more: 2, share: 0.5 };
      const head = (chain: string, number: number) => ({ tenant: 'acme', chain, number, hash: `${chain}${number}`, at: 1_000 });
      const linked = [entry('a', { link: link('one', 1), read }), entry('b', { link: link('two', 1) })];
      await store.appendAudit(linked, [head('one', 1), head('two', 1)]);
      await store.appendAudit([entry('c', { link: link('one', 2) })], [head('one', 2)]);
      expect((await store.auditFrom({ tenant: 'acme', limit: 2 })).entries).toEqual(linked);
      const heads = (await store.auditHeads('acme')).map(({ chain, number, hash }) => [chain, number, hash]).sort();
      expect(heads).toEqual([
        ['one', 2, 'one2'],
        ['two', 1, 'two1'],
      ]);
      expect(await store.auditHeads('other')).toEqual([]);
    }));

  it('keeps an entry as it was first appended', () =>
    withStore(async (store) => {
      await store.appendAudit([entry('a')]);
      await store.appendAudit([entry('a', { outcome: 'refused' }), entry('b')]);
      expect((await store.audit({ tenant: 'acme', limit: 9 })).map((item) => [item.id, item.outcome])).toEqual([
        ['b', 'allowed'],
        ['a', 'allowed'],
      ]);
    }));

  it('refuses to continue from an entry of another tenant, and too large a batch', () =>
    withStore(async (store) => {
      await store.appendAudit([entry('a'), entry('x', { tenant: 'other' })]);
      expect(await codeOf(store.audit({ tenant: 'acme', limit: 1, before: 'x' }))).toBe('invalid_cursor');
      expect(await codeOf(store.audit({ tenant: 'acme', limit: 1, before: 'none' }))).toBe('invalid_cursor');
      expect(await codeOf(store.appendAudit(Array.from({ length: 1_001 }, (_, index) => entry(`n${index}`))))).toBe('batch_too_large');
      expect(await store.audit({ tenant: 'acme', limit: 9 })).toHaveLength(1);
    }));
}

function reopenClaims(withStore: WithStore): void {
  it('holds after a reopen the first key that was taken, as it is now, and no other', () =>
    withStore(async (store, open) => {
      const [isFirst] = await Promise.all([store.putFirstApiKey(apiKey('a')), store.putFirstApiKey(apiKey('b'))]);
      const first = isFirst ? 'a' : 'b';
      await store.putApiKey(apiKey(first, { revokedAt: 3 }));
      expect(await store.putFirstApiKey(apiKey('late'))).toBe(false);
      await store.close();
      expect(await (await open()).apiKeys('acme')).toEqual([apiKey(first, { revokedAt: 3 })]);
    }));

  it('holds after a reopen all that was put', () =>
    withStore(async (store, open) => {
      await Promise.all([
        store.putTenant(tenant('acme')),
        store.putApiKey(apiKey('k')),
        store.putPolicy(policy('tenant/acme', 8_000)),
        store.putRetentionPause({ since: 3_000 }),
        store.appendAudit([entry('a'), entry('b')]),
        store.putUsage([
          { day: 19_999, counter: 'one', tenant: 'acme', events: 9 },
          { day: 20_000, counter: 'one', tenant: 'acme', events: 4 },
        ]),
      ]);
      await store.putApiKey(apiKey('k', { revokedAt: 7 }));
      await store.putApiKey(apiKey('k'));
      await store.forgetUsage(20_000);
      await store.putFirstApiKey(apiKey('gone', { tenant: 'gone' }));
      await store.putPolicy(policy('space/gone/demo', 8_000));
      await store.closeTenant(tenant('gone', { disabled: true, removedAt: 7 }));
      const change = ['one', 'two'].map((name) => store.replaceTenant(tenant('acme'), tenant('acme', { name })));
      const changed = tenant('acme', { name: (await Promise.all(change))[0] ? 'one' : 'two' });
      await store.close();
      const again = await open();
      expect(await again.tenants()).toEqual([changed, tenant('gone', { disabled: true, removedAt: 7 })]);
      expect([await again.apiKeys('gone'), await again.policies(['space/gone/demo'])]).toEqual([[], [undefined]]);
      expect(await again.apiKeys('acme')).toEqual([apiKey('k', { revokedAt: 7 })]);
      expect(await again.usage(20_000, 'acme')).toEqual([{ day: 20_000, counter: 'one', tenant: 'acme', events: 4 }]);
      expect(await again.usage(19_999, 'acme')).toEqual([]);
      expect(await again.policies(['tenant/acme'])).toEqual([policy('tenant/acme', 8_000)]);
      expect(await again.retentionPause()).toEqual({ since: 3_000 });
      expect((await again.audit({ tenant: 'acme', limit: 9 })).map((item) => item.id)).toEqual(['b', 'a']);
    }));
}
