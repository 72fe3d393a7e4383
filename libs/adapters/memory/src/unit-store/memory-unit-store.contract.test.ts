import { unitStoreContract } from '@total-recall/ports/testing';
import { createMemoryUnitStore } from './memory-unit-store.ts';

unitStoreContract(
  'memory',
  (maxStateBytes) => ({ open: async () => createMemoryUnitStore({ maxStateBytes }), dispose: async () => undefined }),
  { reopen: false },
);
