import { vectorIndexContract } from '@total-recall/ports/testing';
import { createMemoryIndex } from './memory-index.ts';

vectorIndexContract(
  'memory',
  async () => {
    const index = createMemoryIndex();
    return { index, dispose: () => index.close() };
  },
  { durable: false },
);
