import { anatomyStoreContract, onRealServer } from '@total-recall/ports/testing';
import { databaseOfItsOwn } from '../../testing/database-of-its-own.ts';
import { createClickhouseAnatomyStore } from './clickhouse-anatomy-store.ts';

await onRealServer('clickhouse', (server) => {
  anatomyStoreContract(
    'clickhouse',
    () => {
      const { clickhouse, remove } = databaseOfItsOwn(server);
      return { open: () => createClickhouseAnatomyStore({ clickhouse }), dispose: remove };
    },
    { reopen: true },
  );
});
