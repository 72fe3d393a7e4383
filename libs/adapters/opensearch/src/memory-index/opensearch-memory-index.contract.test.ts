import { memoryIndexContract, onRealServer } from '@total-recall/ports/testing';
import { indicesOfTheirOwn } from '../../testing/indices-of-their-own.ts';
import { createOpenSearchMemoryIndex } from './opensearch-memory-index.ts';

await onRealServer('opensearch', (server) => {
  const nextIndices = indicesOfTheirOwn(server);
  memoryIndexContract(
    'opensearch',
    async () => {
      const indices = nextIndices();
      let index = await createOpenSearchMemoryIndex(indices.options);
      return {
        get index() {
          return index;
        },
        reopen: async () => {
          await index.close();
          index = await createOpenSearchMemoryIndex(indices.options);
          return index;
        },
        dispose: async () => {
          await index.close();
          await indices.remove();
        },
      };
    },
    { durable: true },
  );
});
