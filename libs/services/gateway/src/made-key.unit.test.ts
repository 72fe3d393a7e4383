import { createMemoryControlStore } from '@total-recall/adapter-memory';
import { LIMITS, ROUTES } from '@total-recall/contracts';
import type { ApiKey } from '@total-recall/ports';
import { createSystemRandom } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { virtualTime } from '../testing/virtual-time.ts';
import { createGateway } from './create-gateway.ts';
import { GATEWAY_DEFAULTS } from './gateway.ts';

const DAY_MS = 86_400_000;

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

it('keys that make each other make no line longer than the limit, and one higher up goes on making keys', async () => {
  const unused = {} as never;
  const control = createMemoryControlStore();
  const gateway = createGateway({ ...virtualTime(), control, ingest: unused, retriever: unused, families: [] }, GATEWAY_DEFAULTS);
  await gateway.bootstrap('acme');
  const makeWith = async (text: string) => {
    const maker = await gateway.enter(`Bearer ${text}`);
    const body = { name: 'below', scopes: ['admin', 'read'] };
    return ((await gateway.call('createKey', maker, { params: {}, query: {}, headers: {}, body })) as { body: { apiKey: string } }).body
      .apiKey;
  };
  const line = [(await gateway.issueKey('acme', { name: 'top', scopes: ['admin', 'read'] })).apiKey];
  for (let makers = 0; makers < LIMITS.makersPerKey; makers += 1) line.push(await makeWith(line.at(-1)!));
  await expect(makeWith(line.at(-1)!)).rejects.toMatchObject({ code: 'limit_reached', httpStatus: 409 });
  expect(await gateway.enter(`Bearer ${line.at(-1)}`)).toMatchObject({ scopes: ['admin', 'read'] });
  await expect(makeWith(line.at(-2)!)).resolves.toMatch(/^tr_/);
  await gateway.stop();
});

it('keys that ended count for nothing, and are dropped a month later or where there are too many; what they made stays ended', async () => {
  const unused = {} as never;
  const time = { ...virtualTime(), random: createSystemRandom() };
  const control = createMemoryControlStore();
  const gateway = createGateway({ ...time, control, ingest: unused, retriever: unused, families: [] }, GATEWAY_DEFAULTS);
  await gateway.bootstrap('acme');
  const issue = (more: object = {}) => gateway.issueKey('acme', { name: 'ci', scopes: ['read'], ...more });
  const idsOf = async () => (await control.apiKeys('acme')).map(({ id }) => id);
  const maker = await issue({ scopes: ['admin', 'read'], expiresAt: time.clock.now() + DAY_MS });
  const caller = await gateway.enter(`Bearer ${maker.apiKey}`);
  const body = { name: 'run', scopes: ['read'] };
  const made = (await gateway.call('createKey', caller, { params: {}, query: {}, headers: {}, body })) as unknown as {
    body: { apiKey: string };
  };
  await time.advance(2 * DAY_MS);
  const short = Array.from({ length: LIMITS.keysPerTenant + 2 }, (_, at) => `run-${at}`);
  for (const [at, id] of short.entries()) {
    const times = { createdAt: at, expiresAt: time.clock.now() - 10_000 + at };
    await control.putApiKey({ id, tenant: 'acme', name: 'ci', secretHash: '', scopes: ['read'], ...times });
  }
  await issue();
  const left = await idsOf();
  // The last thousand that ended, the key of the first start, and the new one.
  expect(left).toHaveLength(LIMITS.endedKeysPerTenant + 2);
  expect(short.slice(-LIMITS.endedKeysPerTenant).every((id) => left.includes(id))).toBe(true);
  await expect(gateway.enter(`Bearer ${made.body.apiKey}`)).rejects.toMatchObject({ httpStatus: 401 });
  await time.advance(31 * DAY_MS);
  const last = await issue();
  expect(await idsOf()).toHaveLength(3);
  expect(await idsOf()).toContain(last.keyId);
  for (let valid = 3; valid < LIMITS.keysPerTenant; valid += 1)
    await control.putApiKey({ id: `valid-${valid}`, tenant: 'acme', name: 'ci', secretHash: '', scopes: ['read'], createdAt: 0 });
  await expect(issue()).rejects.toMatchObject({ code: 'limit_reached' });
  await gateway.stop();
});
