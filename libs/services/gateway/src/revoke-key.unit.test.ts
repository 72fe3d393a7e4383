import { createMemoryControlStore } from '@total-recall/adapter-memory';
import type { ApiKey } from '@total-recall/ports';
import { expect, it } from 'vitest';
import { createBareGateway } from '../testing/bare-gateway.ts';
import { virtualTime } from '../testing/virtual-time.ts';
import { createGateway } from './create-gateway.ts';
import { GATEWAY_DEFAULTS } from './gateway.ts';
import { revokeKey } from './handlers/control-handlers.ts';

/** A tenant with two admin keys. */
async function world() {
  const unused = {} as never;
  const control = createMemoryControlStore();
  const gateway = createGateway({ ...virtualTime(), control, ingest: unused, retriever: unused, families: [] }, GATEWAY_DEFAULTS);
  const bootstrap = await gateway.bootstrap('acme');
  if (bootstrap.kind !== 'created') throw new Error('it was there already');
  const first = await gateway.enter(`Bearer ${bootstrap.apiKey}`);
  const { apiKey } = await gateway.issueKey('acme', { name: 'second', scopes: ['admin'] });
  const second = await gateway.enter(`Bearer ${apiKey}`);
  const revoke = (keyId: string, keepAdmin: 'true' | 'false') =>
    gateway.call('revokeKey', first, { params: { keyId }, query: { keepAdmin }, headers: {}, body: undefined });
  const revoked = async () => (await control.apiKeys('acme')).map(({ revokedAt }) => revokedAt !== undefined);
  return { ids: [first.keyId, second.keyId] as const, revoke, revoked };
}

it('of two calls at once that keep an admin key, one revokes its key and the other is refused', async () => {
  const { ids, revoke, revoked } = await world();
  const [one, other] = await Promise.allSettled(ids.map((id) => revoke(id, 'true')));
  expect(one).toMatchObject({ status: 'fulfilled', value: { body: { id: ids[0] } } });
  expect(other).toMatchObject({ status: 'rejected', reason: { code: 'last_admin_key' } });
  expect((await revoked()).toSorted()).toEqual([false, true]);
});

it('a key that is no admin, or was revoked before, is revoked also where none else is left', async () => {
  const { ids, revoke, revoked } = await world();
  await revoke(ids[1], 'true');
  await revoke(ids[1], 'true');
  await revoke(ids[0], 'false');
  await revoke(ids[0], 'true');
  expect(await revoked()).toEqual([true, true]);
});

it('a key that went with its tenant meanwhile is answered as revoked', async () => {
  const key: ApiKey = { id: 'gone', tenant: 'acme', name: 'gone', secretHash: '0'.repeat(64), scopes: ['admin'], createdAt: 1 };
  const { clock } = virtualTime();
  const revoked = await revokeKey({ control: createMemoryControlStore(), clock }, key, { keepAdmin: true });
  expect(revoked).toEqual({ ...key, revokedAt: clock.now() });
});

it('a key that another process revokes, rotates or disables with its tenant is refused once the record has arrived', async () => {
  const control = createMemoryControlStore();
  let arrived: (kind: 'tenant' | 'api_key', id: string) => void = () => undefined;
  const gateway = createBareGateway({ control: { ...control, onArrived: (run) => void (arrived = run) } });
  await gateway.bootstrap('acme');
  const made = await gateway.issueKey('acme', { name: 'k', scopes: ['admin', 'read'] });
  const enter = () => gateway.enter(`Bearer ${made.apiKey}`);
  await enter();
  const tenant = (await control.tenant('acme'))!;
  await control.putTenant({ ...tenant, disabled: true });
  await enter();
  arrived('tenant', 'acme');
  await expect(enter()).rejects.toMatchObject({ code: 'unauthenticated' });
  await control.putTenant(tenant);
  await enter();
  await control.putApiKey({ ...(await control.apiKey(made.keyId))!, revokedAt: 1 });
  await enter();
  arrived('api_key', made.keyId);
  await expect(enter()).rejects.toMatchObject({ code: 'key_revoked' });
  await gateway.stop();
});
