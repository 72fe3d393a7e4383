import { writeFile } from 'node:fs/promises';
import { globSync } from 'node:fs';
import { join } from 'node:path';
import type { Embedder, EmbeddingInput } from '@total-recall/ports';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../testing/run-cli.ts';
import { cacheEmbeddings } from './cache-embeddings.ts';

let folder: Awaited<ReturnType<typeof temporaryFolder>>;
beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => folder.remove());

/** Creates an embedder that returns the length of a text and records its inputs. */
function countingEmbedder(model: string): Embedder & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    model,
    dimensions: 1,
    tokenDimensions: 0,
    close: async () => undefined,
    async embed(inputs) {
      asked.push(...inputs.map(({ text }) => text));
      return inputs.map(({ text }) => ({ vector: Float32Array.of(text.length), truncated: false }));
    },
  };
}

const document = (text: string): EmbeddingInput => ({ text, kind: 'document' });

describe('cacheEmbeddings', () => {
  it('asks the model once for each text, across runs, in the order of the inputs', async () => {
    const model = countingEmbedder('a');
    await cacheEmbeddings(folder.path)(model).embed([document('one'), document('three')]);
    const again = await cacheEmbeddings(folder.path)(model).embed([document('three'), document('seventeen'), document('one')]);
    expect(again.map(({ vector }) => vector[0])).toEqual([5, 9, 3]);
    expect(model.asked).toEqual(['one', 'three', 'seventeen']);
  });

  it('tells models, kinds and what stood before apart', async () => {
    const [first, second] = [countingEmbedder('a'), countingEmbedder('b')];
    const cache = cacheEmbeddings(folder.path);
    await cache(first).embed([document('one'), { text: 'one', kind: 'query' }, { ...document('one'), before: 'so' }]);
    await cache(first).embed([document('one')], { tokens: true });
    await cache(second).embed([document('one')]);
    expect([first.asked.length, second.asked.length]).toEqual([4, 1]);
  });

  it('makes anew what cannot be read', async () => {
    const model = countingEmbedder('a');
    const cached = cacheEmbeddings(folder.path)(model);
    await cached.embed([document('one')]);
    const [file] = globSync('*/*', { cwd: folder.path });
    await writeFile(join(folder.path, file!), 'torn');
    expect((await cached.embed([document('one')]))[0]!.vector[0]).toBe(3);
    expect(model.asked).toEqual(['one', 'one']);
  });
});
