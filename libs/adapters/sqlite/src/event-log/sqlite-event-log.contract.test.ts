import { join } from 'node:path';
import { eventLogContract } from '@total-recall/ports/testing';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { createSqliteEventLog } from './sqlite-event-log.ts';

eventLogContract(
  'sqlite',
  (partitions) => {
    const folder = temporaryFolder();
    return {
      open: () => createSqliteEventLog({ path: join(folder.path, 'log.db'), partitions }),
      dispose: async () => folder.remove(),
    };
  },
  { reopen: true },
);
