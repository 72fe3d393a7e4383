import { join } from 'node:path';
import { anatomyStoreContract } from '@total-recall/ports/testing';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createSqliteAnatomyStore } from './sqlite-anatomy-store.ts';

anatomyStoreContract(
  'sqlite',
  () => {
    const folder = temporaryFolder();
    return { open: () => createSqliteAnatomyStore({ path: join(folder.path, 'anatomy.db') }), dispose: async () => folder.remove() };
  },
  { reopen: true },
);
