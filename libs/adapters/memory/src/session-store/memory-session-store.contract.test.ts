import { sessionStoreContract } from '@total-recall/ports/testing';
import { createMemorySessionStore } from './memory-session-store.ts';

sessionStoreContract('memory', () => ({ open: async () => createMemorySessionStore(), dispose: async () => undefined }), {
  reopen: false,
  keepsUpTo: true,
});
