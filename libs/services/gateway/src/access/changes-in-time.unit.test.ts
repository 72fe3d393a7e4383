import { createMemoryControlStore } from '@total-recall/adapter-memory';
import { createSystemScheduler } from '@total-recall/runtime';
import { expect, it } from 'vitest';
import { virtualTime } from '../../testing/virtual-time.ts';
import { createGateway } from '../create-gateway.ts';
import { GATEWAY_DEFAULTS } from '../gateway.ts';

const UNUSED = {} as never;

/** A gateway whose store takes no key before it is told to. */
async function world() {
  const store = createMemoryControlStore();
  let answers = Promise.resolve();
  const control: typeof store = {
    ...store,
    async putApiKey(key) {
      await answers;
      return store.putApiKey(key);
    },
  };
  const deps = { ...virtualTime(), scheduler: createSystemScheduler(), control, ingest: UNUSED, retriever: UNUSED, families: [] };
  const gateway = createGateway(deps, { ...GATEWAY_DEFAULTS, changeWithinMs: 50 });
  await gateway.bootstrap('acme');
  const admin = await gateway.enter(`Bearer ${(await gateway.issueKey('acme', { name: 'admin', scopes: ['admin', 'read'] })).apiKey}`);
  const hang = Promise.withResolvers<void>();
  answers = hang.promise;
  return { store, gateway, admin, goOn: hang.resolve };
}

it('a key that the store does not take in time is answered with when to ask again, and made and audited once it does', async () => {
  const { store, gateway, admin, goOn } = await world();
  const body = { name: 'reader', scopes: ['read'] };
  const made = gateway.call('createKey', admin, { params: {}, query: {}, headers: {}, body });
  await expect(made).rejects.toMatchObject({ code: 'unavailable', httpStatus: 503, retryAfterMs: 5_000 });
  goOn();
  const acts = async () => (await store.audit({ tenant: 'acme', limit: 10 })).map(({ action }) => action);
  await expect.poll(acts).toContain('key.create');
  expect((await store.apiKeys('acme')).map(({ name }) => name)).toContain('reader');
  await gateway.stop();
});

it('a new secret of a key is waited for, as it is in no other answer', async () => {
  const { gateway, admin, goOn } = await world();
  const rotated = gateway.call('rotateKey', admin, { params: { keyId: admin.keyId }, query: {}, headers: {}, body: undefined });
  setTimeout(goOn, 150);
  expect(await rotated).toMatchObject({ body: { apiKey: expect.stringMatching(/^tr_/) as string } });
  await gateway.stop();
});
