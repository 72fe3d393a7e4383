import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

/** The file of the index in a data folder that has one read model. */
export async function indexPath(dataDir: string): Promise<string> {
  const folder = (await readdir(dataDir)).find((name) => name.startsWith('read-model-'))!;
  return join(dataDir, folder, 'index.db');
}
