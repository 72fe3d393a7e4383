import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { modelId, type EmbeddingModel } from '../embedding-model.ts';

/**
 * Returns a fingerprint of the places where a model's files may be on this machine. It changes when a file is added,
 * removed or changed.
 */
export async function fingerprintModelFiles(
  model: EmbeddingModel,
  { folder, cacheFolder }: { readonly folder?: string; readonly cacheFolder: string },
): Promise<string> {
  const folders = [...(folder === undefined ? [] : [join(folder, model.name), folder]), join(cacheFolder, modelId(model))];
  const paths = folders.flatMap((place) => model.files.map(({ name }) => join(place, name)));
  const seen = await Promise.all(paths.map((path) => stat(path).catch(() => undefined)));
  return seen.map((file) => (file ? `${file.size} ${file.mtimeMs} ${file.ino}` : '-')).join(', ');
}
