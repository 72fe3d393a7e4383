import { join } from 'node:path';
import { ledgerContract } from '@total-recall/ports/testing';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createSqliteLedger } from './sqlite-ledger.ts';

ledgerContract(
  'sqlite',
  () => {
    const folder = temporaryFolder();
    return { open: () => createSqliteLedger({ path: join(folder.path, 'ledger.db') }), dispose: async () => folder.remove() };
  },
  { reopen: true },
);
