import { onRealServer, readModelGenerationsContract, writesOf } from '@total-recall/ports/testing';
import { indicesOfTheirOwn } from '../../testing/indices-of-their-own.ts';
import { openReadModel } from '../read-model/open-read-model.ts';
import { connectOpenSearch } from '../wire/opensearch-connection.ts';
import { openIndexGenerations } from './index-generations.ts';

await onRealServer('opensearch', (server) => {
  const nextIndices = indicesOfTheirOwn(server);
  readModelGenerationsContract(
    'opensearch',
    () => {
      const { options: shared } = nextIndices();
      // A list shows all generations of a prefix, so each test has its own.
      const options = { ...shared, prefix: `${shared.prefix}${shared.generation}` };
      return {
        open: async () => openIndexGenerations(options),
        async fill(generation, upTo) {
          const { index, close } = await openReadModel({ ...options, generation });
          await index.write(0, writesOf(['red fox']));
          await index.refresh(0);
          await index.advanceMarks(0, { folded: upTo, searchable: upTo });
          await close();
        },
        async dispose() {
          const connection = connectOpenSearch(options.opensearch);
          for (const path of [`/${options.prefix}-*`, `/_index_template/${options.prefix}-*`])
            await connection.request({ method: 'DELETE', path, doing: 'remove the indices of a test', accept: [404] });
          await connection.close();
        },
      };
    },
    { reopen: true, fillsBeside: true, countsReads: true },
  );
});
