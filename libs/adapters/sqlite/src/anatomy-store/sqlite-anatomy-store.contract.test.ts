import { join } from 'node:path';
import { anatomyStoreContract } from '@total-recall/ports/testing';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createSqliteAnatomyStore, type SqliteAnatomyStoreOptions } from './sqlite-anatomy-store.ts';

const contractOf = (name: string, options: Pick<SqliteAnatomyStoreOptions, 'topicKey'>): void =>
  anatomyStoreContract(
    name,
    () => {
      const folder = temporaryFolder();
      const open = () => createSqliteAnatomyStore({ path: join(folder.path, 'anatomy.db'), ...options });
      return { open, dispose: async () => folder.remove() };
    },
    { reopen: true },
  );

contractOf('sqlite', {});
contractOf('sqlite with sealed topics', { topicKey: async () => new Uint8Array(32).fill(5) });
