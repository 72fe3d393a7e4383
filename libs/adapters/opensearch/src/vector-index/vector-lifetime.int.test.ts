import { quantiseVector } from '@total-recall/domain';
import type { VectorIndex } from '@total-recall/ports';
import { onRealServer, writesOf } from '@total-recall/ports/testing';
import { describe, expect, it, vi } from 'vitest';
import { indicesOfTheirOwn } from '../../testing/indices-of-their-own.ts';
import { createOpenSearchMemoryIndex } from '../memory-index/opensearch-memory-index.ts';
import { connectOpenSearch } from '../wire/opensearch-connection.ts';
import { modelKey } from './vector-sets.ts';

const HOME = { tenant: 'acme', space: 'home' };
const PARTITIONS = [0, 1];

await onRealServer('opensearch', (server) => {
  const nextIndices = indicesOfTheirOwn(server);

  /** Opens the index in several processes, one after the other. */
  async function openInTurn(count: number) {
    const { options, remove } = nextIndices();
    const opened: Awaited<ReturnType<typeof createOpenSearchMemoryIndex>>[] = [];
    while (opened.length < count) {
      opened.push(await createOpenSearchMemoryIndex(options));
      const openedAt = Date.now();
      await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(openedAt));
    }
    await opened[0]!.write(0, writesOf(['red fox', 'blue fox']));
    await opened[0]!.refresh(0);
    const connection = connectOpenSearch(options.opensearch);
    return {
      indices: opened.map(({ vectors }) => vectors),
      /** Makes the progress of a model what it was in versions that did not write when it came. */
      forgetTime: (model: string) =>
        connection.request({
          method: 'POST',
          path: `/${options.prefix}-marks-${options.generation}/_update/progress.0.${modelKey(model)}`,
          query: { routing: `progress.0.${modelKey(model)}` },
          body: { script: { lang: 'painless', source: "ctx._source.remove('at')" } },
          doing: 'forget a time',
        }),
      dispose: async () => {
        for (const one of [...opened, connection]) await one.close();
        await remove();
      },
    };
  }

  const announce = async (vectors: VectorIndex, model: string): Promise<void> => {
    for (const partition of PARTITIONS) await vectors.setProgress(partition, model, -1);
  };
  const write = (vectors: VectorIndex, model: string): Promise<void> =>
    vectors.writeVectors(0, model, [{ ...HOME, eventId: 's1-e0', part: 0, vector: quantiseVector(Float32Array.from([1, 0])) }]);
  const make = async (vectors: VectorIndex, model: string): Promise<void> => {
    await announce(vectors, model);
    await write(vectors, model);
    for (const partition of PARTITIONS) await vectors.setProgress(partition, model, 7);
  };
  const dropOthers = async (vectors: VectorIndex, keep: string): Promise<void> => {
    while (await vectors.dropOtherModels(keep));
  };
  const modelsIn = async (vectors: VectorIndex): Promise<string[]> =>
    (await vectors.vectorSets('acme', 'home')).map(({ model }) => model).sort();
  const progressOf = (vectors: VectorIndex, model: string): Promise<number[]> =>
    Promise.all(PARTITIONS.map((partition) => vectors.progress(partition, model)));

  describe('models on OpenSearch', () => {
    it('are left alone by one that came before, as soon as they are announced, and dropped by one that came after', async () => {
      const { indices, dispose } = await openInTurn(3);
      const [first, second, third] = indices as [VectorIndex, VectorIndex, VectorIndex];
      try {
        await make(first, 'first');
        // Vectors without any progress belong to no model that somebody makes.
        await write(first, 'stray');
        await announce(second, 'second');
        await write(second, 'second');
        await make(third, 'third');
        await dropOthers(first, 'nobody');
        expect(await modelsIn(first)).toEqual(['first', 'second', 'stray', 'third']);
        await dropOthers(first, 'first');
        expect(await modelsIn(first)).toEqual(['first', 'second', 'third']);
        expect(await progressOf(first, 'third')).toEqual([7, 7]);
        await dropOthers(second, 'second');
        expect(await modelsIn(second)).toEqual(['second', 'third']);
        expect(await progressOf(second, 'first')).toEqual([-1, -1]);

        // A process that goes on with the earlier model is still the earlier one.
        await make(first, 'first');
        await dropOthers(first, 'first');
        expect(await modelsIn(first)).toEqual(['first', 'second', 'third']);
        await dropOthers(third, 'third');
        expect(await modelsIn(third)).toEqual(['third']);
      } finally {
        await dispose();
      }
    });

    it('keep their turn when their progress is restarted, and come first where it is of a version that wrote no time', async () => {
      const { indices, forgetTime, dispose } = await openInTurn(2);
      const [first, second] = indices as [VectorIndex, VectorIndex];
      try {
        await make(first, 'first');
        await make(second, 'second');
        for (const partition of PARTITIONS) {
          await first.restartProgress(partition, 'first');
          await second.restartProgress(partition, 'second');
        }
        await make(second, 'first');
        await dropOthers(first, 'first');
        expect(await modelsIn(first)).toEqual(['first', 'second']);

        await forgetTime('second');
        await dropOthers(second, 'second');
        expect(await modelsIn(first)).toEqual(['first', 'second']);
        await dropOthers(first, 'first');
        expect(await modelsIn(first)).toEqual(['first']);
      } finally {
        await dispose();
      }
    });
  });
});
