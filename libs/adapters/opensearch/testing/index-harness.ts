import type { MemoryIndexHarness } from '@total-recall/ports/testing';
import { createOpenSearchMemoryIndex } from '../src/memory-index/opensearch-memory-index.ts';
import type { indicesOfTheirOwn } from './indices-of-their-own.ts';

/** Creates an index with its own indices for a contract suite. */
export async function indexHarness(next: ReturnType<typeof indicesOfTheirOwn>): Promise<MemoryIndexHarness> {
  const { options, remove } = next();
  let index = await createOpenSearchMemoryIndex(options);
  return {
    get index() {
      return index;
    },
    reopen: async () => {
      await index.close();
      index = await createOpenSearchMemoryIndex(options);
      return index;
    },
    dispose: async () => {
      await index.close();
      await remove();
    },
  };
}
