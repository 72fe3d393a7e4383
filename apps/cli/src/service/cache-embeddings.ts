import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { deserialize, serialize } from 'node:v8';
import type { Embedder, Embedding, EmbeddingInput, EmbedOptions } from '@total-recall/ports';
import { createSystemClock, createSystemRandom, createUlidFactory } from '@total-recall/runtime';

const newDraftId = createUlidFactory({ clock: createSystemClock(), random: createSystemRandom() });

/**
 * Caches embeddings in a folder, one file per text, keyed by the model's id and its whole input. The next run over the
 * same text takes seconds. An unreadable file counts as missing. The folder may be removed at any time.
 */
export function cacheEmbeddings(folder: string): (embedder: Embedder) => Embedder {
  return (embedder) => ({
    model: embedder.model,
    dimensions: embedder.dimensions,
    tokenDimensions: embedder.tokenDimensions,
    close: () => embedder.close(),
    async embed(inputs, options) {
      const paths = inputs.map((input) => pathOf(folder, embedder.model, input, options));
      const known = await Promise.all(paths.map(readEmbedding));
      const missing = inputs.flatMap((_, at) => (known[at] === undefined ? [at] : []));
      const made = missing.length === 0 ? [] : await embedder.embed(missing.map((at) => inputs[at]!), options); // oxfmt-ignore
      await Promise.all(missing.map((at, place) => writeEmbedding(paths[at]!, made[place]!)));
      missing.forEach((at, place) => (known[at] = made[place]));
      return known as Embedding[];
    },
  });
}

function pathOf(folder: string, model: string, input: EmbeddingInput, options: EmbedOptions = {}): string {
  const key = createHash('sha256')
    .update(JSON.stringify([model, input, options]))
    .digest('hex');
  return join(folder, key.slice(0, 2), key.slice(2));
}

async function readEmbedding(path: string): Promise<Embedding | undefined> {
  try {
    return deserialize(await readFile(path)) as Embedding;
  } catch {
    return undefined;
  }
}

/** Writes a file and renames it into place, so that no other run reads half of it. */
async function writeEmbedding(path: string, embedding: Embedding): Promise<void> {
  await mkdir(join(path, '..'), { recursive: true });
  const draft = `${path}.${newDraftId('drafts')}`;
  await writeFile(draft, serialize(embedding));
  await rename(draft, path);
}
