import { keyStoreContract } from '@total-recall/ports/testing';
import { eventKey } from '@total-recall/runtime';
import { createMemoryKeyStore } from './memory-key-store.ts';

for (const mostDestroyed of [undefined, 150])
  keyStoreContract(
    `memory, ${mostDestroyed ?? 'most'} keys`,
    () => ({
      open: async () => createMemoryKeyStore({ ...(mostDestroyed !== undefined && { mostDestroyed }) }),
      dispose: async () => undefined,
    }),
    { reopen: false, eventKey },
  );
