import { segmentStoreContract } from '@total-recall/ports/testing';
import { createMemorySegmentStore } from './memory-segment-store.ts';

segmentStoreContract('memory', () => ({ open: async () => createMemorySegmentStore(), dispose: async () => undefined }), { reopen: false });
