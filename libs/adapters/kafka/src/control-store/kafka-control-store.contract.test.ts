import type { ApiKey } from '@total-recall/ports';
import { controlStoreContract, onRealServer } from '@total-recall/ports/testing';
import { expect, it } from 'vitest';
import { topicsOfTheirOwn } from '../../testing/topics-of-their-own.ts';
import { createKafkaControlStore } from './kafka-control-store.ts';

await onRealServer('kafka', (server) => {
  controlStoreContract(
    'kafka',
    () => {
      const topics = topicsOfTheirOwn(server);
      return { open: () => createKafkaControlStore(topics), dispose: async () => undefined };
    },
    { reopen: true },
  );

  it('shows one process what another writes', async () => {
    const topics = topicsOfTheirOwn(server);
    const [one, other] = [await createKafkaControlStore(topics), await createKafkaControlStore(topics)];
    await one.putTenant({ id: 'acme', name: 'Acme', createdAt: 1 });
    // A write of a store is applied after everything written before it.
    await other.putTenant({ id: 'zeta', name: 'Zeta', createdAt: 2 });
    expect((await other.tenants()).map(({ id }) => id)).toEqual(['acme', 'zeta']);
    await Promise.all([one.close(), other.close()]);
  });

  it('closes a tenant with the keys that another process has made until then', async () => {
    const topics = topicsOfTheirOwn(server);
    const [one, other] = [await createKafkaControlStore(topics), await createKafkaControlStore(topics)];
    const before = { id: 'acme', name: 'Acme', createdAt: 1 };
    await one.putTenant(before);
    const key: ApiKey = { id: 'late', tenant: 'acme', name: 'late', secretHash: '', scopes: ['admin'], createdAt: 1 };
    await other.putApiKey(key);
    expect(await one.closeTenant({ ...before, disabled: true, removedAt: 7 }, before)).toBe(true);
    await expect.poll(() => other.apiKeys('acme'), { timeout: 30_000 }).toEqual([]);
    expect(await one.apiKeys('acme')).toEqual([]);
    await Promise.all([one.close(), other.close()]);
  });

  it('tells a process of the records of keys and tenants that another writes', async () => {
    const topics = topicsOfTheirOwn(server);
    const [one, other] = [await createKafkaControlStore(topics), await createKafkaControlStore(topics)];
    const arrived: string[] = [];
    one.onArrived!((kind, id) => void arrived.push(`${kind} ${id}`));
    await other.putTenant({ id: 'acme', name: 'Acme', createdAt: 1 });
    await other.putApiKey({ id: 'a', tenant: 'acme', name: 'a', secretHash: '', scopes: ['admin'], createdAt: 1 });
    await other.putPolicy({ at: 'tenant/acme', settings: {}, updatedAt: 1 });
    await other.dropApiKeys('acme', ['a']);
    await expect.poll(() => arrived, { timeout: 30_000 }).toEqual(['tenant acme', 'api_key a', 'api_key a']);
    await Promise.all([one.close(), other.close()]);
  });

  it('of two processes that change a tenant at once, has one replace it, and shows all the same afterwards', async () => {
    const topics = topicsOfTheirOwn(server);
    const stores = [await createKafkaControlStore(topics), await createKafkaControlStore(topics)];
    const before = { id: 'acme', name: 'Acme', createdAt: 1 };
    for (const store of stores) await store.putTenant(before);
    for (let round = 0; round < 5; round += 1) {
      const read = (await stores[0]!.tenant('acme'))!;
      const changes = stores.map((store, at) => store.replaceTenant(read, { ...read, name: `${round}/${at}` }));
      const taken = await Promise.all(changes);
      expect(taken.filter(Boolean)).toHaveLength(1);
      const stands = { ...read, name: `${round}/${taken.indexOf(true)}` };
      for (const store of stores) await expect.poll(() => store.tenant('acme'), { timeout: 30_000 }).toEqual(stands);
      const late = await createKafkaControlStore(topics);
      expect(await late.tenant('acme')).toEqual(stands);
      await late.close();
    }
    await Promise.all(stores.map((store) => store.close()));
  });

  it('of two processes that revoke the last keys at once, has one revoke one', async () => {
    const topics = topicsOfTheirOwn(server);
    const stores = [await createKafkaControlStore(topics), await createKafkaControlStore(topics)];
    const keys = ['a', 'b'].map((id): ApiKey => ({ id, tenant: 'acme', name: id, secretHash: '', scopes: ['admin'], createdAt: 1 }));
    for (const key of keys) for (const store of stores) await store.putApiKey(key);
    const both = keys.map((key, at) =>
      stores[at]!.revokeApiKey(key, 7, async (all) => all.filter(({ revokedAt }) => revokedAt === undefined).length > 1),
    );
    expect((await Promise.all(both)).toSorted()).toEqual([false, true]);
    await Promise.all(stores.map((store) => store.close()));
  });
});
