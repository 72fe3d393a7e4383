import { join } from 'node:path';
import { sessionStoreContract } from '@total-recall/ports/testing';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createSqliteSessionStore } from './sqlite-session-store.ts';

sessionStoreContract(
  'sqlite',
  () => {
    const folder = temporaryFolder();
    return { open: () => createSqliteSessionStore({ path: join(folder.path, 'read-model.db') }), dispose: async () => folder.remove() };
  },
  { reopen: true, keepsUpTo: true },
);
