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
});
