import { createMemoryControlStore } from '@total-recall/adapter-memory';
import { ROUTES } from '@total-recall/contracts';
import type { ApiKey } from '@total-recall/ports';
import { expect, it } from 'vitest';
import { virtualTime } from '../testing/virtual-time.ts';
import { createGateway } from './create-gateway.ts';
import { GATEWAY_DEFAULTS } from './gateway.ts';

/** Makes a key over the API by one that has these rights, from a body as it is sent. */
async function makeBy(rights: Pick<ApiKey, 'scopes' | 'spaces' | 'expiresAt'>, sent: object) {
  const unused = {} as never;
  const control = createMemoryControlStore();
  const gateway = createGateway({ ...virtualTime(), control, ingest: unused, retriever: unused, families: [] }, GATEWAY_DEFAULTS);
  await gateway.bootstrap('acme');
  const maker = await gateway.enter(`Bearer ${(await gateway.issueKey('acme', { name: 'maker', ...rights })).apiKey}`);
  const body = ROUTES.createKey.body.schema.parse(sent);
  const reply = await gateway.call('createKey', maker, { params: {}, query: {}, headers: {}, body });
  return (reply as { body: { key: ApiKey } }).body.key;
}

it.each([[{ name: 'k' }], [{ name: 'k', scopes: [] }]])('a key of which no right is named is not made: %j', async (sent) => {
  await expect(makeBy({ scopes: ['admin', 'read'] }, sent)).rejects.toThrow('scopes');
});

it('a key has the rights that are named and no other, and ends with its maker', async () => {
  const made = await makeBy({ scopes: ['admin', 'read', 'erase'], expiresAt: 1_900_000_000_000 }, { name: 'k', scopes: ['read'] });
  expect(made).toMatchObject({ scopes: ['read'], expiresAt: new Date(1_900_000_000_000).toISOString() });
});

it('a key that is bound to spaces makes none for all of them, and one that lacks a right gives none of it', async () => {
  const bound = { scopes: ['admin', 'read'] as const, spaces: ['main'] };
  await expect(makeBy(bound, { name: 'k', scopes: ['read'] })).rejects.toMatchObject({ code: 'forbidden' });
  await expect(makeBy(bound, { name: 'k', scopes: ['erase'], spaces: ['main'] })).rejects.toMatchObject({ code: 'forbidden' });
  expect(await makeBy(bound, { name: 'k', scopes: ['read'], spaces: ['main'] })).toMatchObject({ spaces: ['main'] });
});
