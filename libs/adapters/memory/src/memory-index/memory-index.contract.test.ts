import { memoryIndexContract } from '@total-recall/ports/testing';
import { createMemoryIndex } from './memory-index.ts';

memoryIndexContract(
  'memory',
  async () => {
    const index = createMemoryIndex();
    return { index, dispose: () => index.close() };
  },
  { durable: false },
);
