import { anatomyStoreContract } from '@total-recall/ports/testing';
import { createMemoryAnatomyStore } from './memory-anatomy-store.ts';

anatomyStoreContract('memory', () => ({ open: async () => createMemoryAnatomyStore(), dispose: async () => undefined }), { reopen: false });
