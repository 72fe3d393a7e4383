import { join } from 'node:path';
import { keyStoreContract } from '@total-recall/ports/testing';
import { eventKey } from '@total-recall/runtime';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createFileMasterKeys, openFileMasterKeys } from '@total-recall/adapter-files';
import { createSqliteKeyStore } from './sqlite-key-store.ts';

keyStoreContract(
  'sqlite',
  () => {
    const folder = temporaryFolder();
    const file = join(folder.path, 'master.key');
    const masters = createFileMasterKeys(file);
    return {
      open: async () => createSqliteKeyStore({ path: join(folder.path, 'keys.db'), masters: await openFileMasterKeys(file), cacheKeys: 2 }),
      newMaster: async () => void (await masters.make!()),
      retireMasters: async () => masters.retireAllBut!((await masters.versions())[0]!),
      dispose: async () => folder.remove(),
    };
  },
  { reopen: true, eventKey },
);
