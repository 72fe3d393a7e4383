import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** Returns the index file of a data folder with one read model. */
export async function indexPath(dataDir: string): Promise<string> {
  const folder = (await readdir(dataDir)).find((name) => name.startsWith('read-model-'))!;
  return join(dataDir, folder, 'index.db');
}
