import { join } from 'node:path';
import { unitStoreContract } from '@total-recall/ports/testing';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createSqliteUnitStore } from './sqlite-unit-store.ts';

unitStoreContract(
  'sqlite',
  (maxStateBytes) => {
    const folder = temporaryFolder();
    return {
      open: () => createSqliteUnitStore({ path: join(folder.path, 'units.db'), maxStateBytes }),
      dispose: async () => folder.remove(),
    };
  },
  { reopen: true },
);
