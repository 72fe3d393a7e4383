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
