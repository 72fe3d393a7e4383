import { onRealServer, unitStoreContract } from '@total-recall/ports/testing';
import { indicesOfTheirOwn } from '../../testing/indices-of-their-own.ts';
import { createOpenSearchUnitStore } from './opensearch-unit-store.ts';

await onRealServer('opensearch', (server) => {
  const nextIndices = indicesOfTheirOwn(server);
  unitStoreContract(
    'opensearch',
    (maxStateBytes) => {
      const {
        options: { generation, ...options },
        remove,
      } = nextIndices();
      return { open: () => createOpenSearchUnitStore({ ...options, ledger: generation, maxStateBytes }), dispose: remove };
    },
    { reopen: true },
  );
});
