import { onRealServer, sessionStoreContract } from '@total-recall/ports/testing';
import { sealSessionStates } from '@total-recall/runtime';
import { indicesOfTheirOwn } from '../../testing/indices-of-their-own.ts';
import { createOpenSearchSessionStore } from './opensearch-session-store.ts';

const KEYS = { spaceKey: async () => ({ keyId: 'key_1', key: new Uint8Array(32).fill(1) }) };

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
  sessionStoreContract(
    'opensearch, sealed',
    () => {
      const indices = nextIndices();
      const open = async () => sealSessionStates(await createOpenSearchSessionStore(indices.options), KEYS);
      return { open, dispose: () => indices.remove() };
    },
    { reopen: true },
  );
});
