import { controlStoreContract } from '@total-recall/ports/testing';
import { createMemoryControlStore } from './memory-control-store.ts';

controlStoreContract('memory', () => ({ open: async () => createMemoryControlStore(), dispose: async () => undefined }), { reopen: false });
