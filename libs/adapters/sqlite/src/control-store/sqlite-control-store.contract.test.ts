import { join } from 'node:path';
import { controlStoreContract } from '@total-recall/ports/testing';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createSqliteControlStore } from './sqlite-control-store.ts';

controlStoreContract(
  'sqlite',
  () => {
    const folder = temporaryFolder();
    return { open: () => createSqliteControlStore({ path: join(folder.path, 'control.db') }), dispose: async () => folder.remove() };
  },
  { reopen: true },
);
