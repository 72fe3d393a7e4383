import { join } from 'node:path';
import { keyStoreContract } from '@total-recall/ports/testing';
import { eventKey } from '@total-recall/runtime';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { loadOrCreateMasterKey } from './master-key-file.ts';
import { createSqliteKeyStore } from './sqlite-key-store.ts';

keyStoreContract(
  'sqlite',
  () => {
    const folder = temporaryFolder();
    return {
      open: async () =>
        createSqliteKeyStore({
          path: join(folder.path, 'keys.db'),
          masterKey: await loadOrCreateMasterKey(join(folder.path, 'master.key')),
          cacheKeys: 2,
        }),
      dispose: async () => folder.remove(),
    };
  },
  { reopen: true, eventKey },
);
