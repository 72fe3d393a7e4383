import { join } from 'node:path';
import { createSqliteMemoryIndex } from '../src/index-store/sqlite-memory-index.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** Opens an index in a folder of its own, for the contract suites of its two ports. */
export async function openTemporaryIndex() {
  const folder = temporaryFolder();
  const path = join(folder.path, 'index.db');
  let index = await createSqliteMemoryIndex({ path });
  return {
    index,
    reopen: async () => {
      await index.close();
      return (index = await createSqliteMemoryIndex({ path }));
    },
    dispose: async () => {
      await index.close();
      folder.remove();
    },
  };
}
