import { onRealServer, sessionStoreContract } from '@total-recall/ports/testing';
import { indicesOfTheirOwn } from '../../testing/indices-of-their-own.ts';
import { createOpenSearchSessionStore } from './opensearch-session-store.ts';

await onRealServer('opensearch', (server) => {
  const nextIndices = indicesOfTheirOwn(server);
  sessionStoreContract(
    'opensearch',
    () => {
      const indices = nextIndices();
      return { open: () => createOpenSearchSessionStore(indices.options), dispose: () => indices.remove() };
    },
    { reopen: true },
  );
});
