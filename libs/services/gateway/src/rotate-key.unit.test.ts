import { createMemoryControlStore } from '@total-recall/adapter-memory';
import { expect, it } from 'vitest';
import { virtualTime } from '../testing/virtual-time.ts';
import { createGateway } from './create-gateway.ts';
import { GATEWAY_DEFAULTS, OPERATOR_TENANT } from './gateway.ts';
import { recoverKey } from './handlers/control-handlers.ts';

async function world() {
  const time = virtualTime();
  const control = createMemoryControlStore();
  const unused = {} as never;
  const gateway = createGateway({ ...time, control, ingest: unused, retriever: unused, families: [] }, GATEWAY_DEFAULTS);
  const bootstrap = await gateway.bootstrap('acme');
  if (bootstrap.kind !== 'created') throw new Error('it was there already');
  const ask = async (apiKey: string, routeId: 'createKey' | 'rotateKey' | 'listTenants', params: object, body: unknown) => {
    const caller = await gateway.enter(`Bearer ${apiKey}`);
    gateway.admit({ routeId, caller, params: {} });
    const reply = await gateway.call(routeId, caller, { params, query: {}, headers: {}, body });
    return (reply as { body: { key: { id: string }; apiKey: string } }).body;
  };
  const make = (apiKey: string, scopes = ['read', 'admin']) => ask(apiKey, 'createKey', {}, { name: 'k', scopes });
  const rotate = (apiKey: string, keyId: string) => ask(apiKey, 'rotateKey', { keyId }, undefined);
  return { time, control, gateway, first: bootstrap.apiKey, make, rotate, ask };
}

it('a key has a new secret, its former one is worth nothing, and what came of it holds', async () => {
  const { gateway, first, make, rotate } = await world();
  const made = await make(first);
  const below = await make(made.apiKey);
  const rotated = await rotate(made.apiKey, made.key.id);
  expect(rotated.key).toEqual(made.key);
  await expect(gateway.enter(`Bearer ${made.apiKey}`)).rejects.toMatchObject({ code: 'unauthenticated' });
  expect(await gateway.enter(`Bearer ${rotated.apiKey}`)).toMatchObject({ keyId: made.key.id });
  expect(await gateway.enter(`Bearer ${below.apiKey}`)).toMatchObject({ keyId: below.key.id });
  expect((await rotate(first, below.key.id)).key).toEqual(below.key);
});

it('a key that is revoked while it has a new secret made stays revoked', async () => {
  const { control, gateway, first, make, rotate } = await world();
  const made = await make(first);
  const { apiKey } = control;
  let reads = 0;
  control.apiKey = async (id) => {
    const key = await apiKey(id);
    // Another process revokes the key between the last look at it and the new secret.
    if (id === made.key.id && ++reads === 3) await control.putApiKey({ ...key!, revokedAt: 7 });
    return key;
  };
  const rotated = await rotate(made.apiKey, made.key.id);
  expect(rotated.key).toMatchObject({ revokedAt: '1970-01-01T00:00:00.007Z' });
  await expect(gateway.enter(`Bearer ${rotated.apiKey}`)).rejects.toMatchObject({ code: 'key_revoked' });
});

it('a key gives no secret to its maker, to one beside it, or to one of another tenant', async () => {
  const { gateway, first, make, rotate } = await world();
  const [one, beside] = [await make(first), await make(first)];
  const firstId = (await gateway.enter(`Bearer ${first}`)).keyId;
  await expect(rotate(one.apiKey, firstId)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(rotate(one.apiKey, beside.key.id)).rejects.toMatchObject({ code: 'forbidden' });
  const other = await gateway.issueKey(OPERATOR_TENANT, { name: 'k', scopes: ['admin'] });
  await expect(rotate(one.apiKey, other.keyId)).rejects.toMatchObject({ code: 'not_found' });
});

it('a key that is none of the operator is told how the first of the operator is made', async () => {
  const { first, ask } = await world();
  const message = expect.stringContaining('`total-recall keys recover --tenant system`') as string;
  await expect(ask(first, 'listTenants', {}, undefined)).rejects.toMatchObject({ code: 'forbidden', message });
});

it('an operator key is recovered with the scopes of one, and one that is bound to spaces administers no tenant', async () => {
  const { control, time, gateway, ask } = await world();
  const recovered = await recoverKey({ control, ...time }, OPERATOR_TENANT);
  expect(recovered).toMatchObject({ kind: 'recovered', key: { scopes: ['admin', 'erase', 'audit'] } });
  expect(await recoverKey({ control, ...time }, OPERATOR_TENANT)).toMatchObject({ kind: 'present' });
  const bound = await gateway.issueKey(OPERATOR_TENANT, { name: 'k', scopes: ['admin'], spaces: ['a'] });
  await expect(ask(bound.apiKey, 'listTenants', {}, undefined)).rejects.toMatchObject({ code: 'forbidden' });
});
