import { join } from 'node:path';
import { createSqliteMemoryIndex, type SqliteMemoryIndexOptions } from '../src/index-store/sqlite-memory-index.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Opens an index in a folder of its own, for the contract suites of its two ports. */
export async function openTemporaryIndex(options: Pick<SqliteMemoryIndexOptions, 'vectorKey'> = {}) {
  const folder = temporaryFolder();
  const path = join(folder.path, 'index.db');
  let index = await createSqliteMemoryIndex({ path, ...options });
  return {
    index,
    reopen: async () => {
      await index.close();
      return (index = await createSqliteMemoryIndex({ path, ...options }));
    },
    dispose: async () => {
      await index.close();
      folder.remove();
    },
  };
}
