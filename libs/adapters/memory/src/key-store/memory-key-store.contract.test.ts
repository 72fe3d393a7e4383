import { keyStoreContract } from '@total-recall/ports/testing';
import { eventKey } from '@total-recall/runtime';
import { createMemoryKeyStore } from './memory-key-store.ts';

keyStoreContract('memory', () => ({ open: async () => createMemoryKeyStore(), dispose: async () => undefined }), {
  reopen: false,
  eventKey,
});
