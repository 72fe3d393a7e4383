import { readModelGenerationsContract, writesOf } from '@total-recall/ports/testing';
import { createMemoryGenerations } from './memory-generations.ts';

readModelGenerationsContract(
  'memory',
  () => {
    const generations = createMemoryGenerations();
    return {
      open: async () => generations,
      async fill(generation, upTo) {
        const index = generations.open(generation);
        await index.write(0, writesOf(['red fox']));
        await index.advanceMarks(0, { folded: upTo, searchable: upTo });
      },
      dispose: async () => undefined,
    };
  },
  { reopen: false, fillsBeside: true, countsReads: true },
);
