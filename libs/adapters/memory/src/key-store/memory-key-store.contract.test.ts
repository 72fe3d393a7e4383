import { keyStoreContract } from '@total-recall/ports/testing';
import { createMemoryKeyStore } from './memory-key-store.ts';

keyStoreContract('memory', () => ({ open: async () => createMemoryKeyStore(), dispose: async () => undefined }), { reopen: false });
