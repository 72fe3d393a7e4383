import { integer, path, secret, type ConfigTable } from './config-variable.ts';

/** Variables of the data folder and of the master key. */
export const FOLDER_VARIABLES = {
  TOTAL_RECALL_DATA_DIR: {
    ...path('dataDir', 'Folder of the databases, the artifacts and the master key. One process at a time.'),
    defaultText: '`$XDG_DATA_HOME/total-recall`, else `~/.total-recall`',
  },
  TOTAL_RECALL_MASTER_KEY_FILE: {
    ...path(
      'masterKeyFile',
      'File with the key that wraps all others, mode 0600; made at the first start. Lines of 64 hex digits: the first wraps, all open. Without it nothing can be read: keep a copy elsewhere.',
    ),
    defaultText: '`master.key` in the data folder',
  },
  TOTAL_RECALL_MASTER_KEYS: {
    ...secret(
      'masterKeys',
      /^[0-9a-f]{64}([\s,]+[0-9a-f]{64}){0,9}$/,
      'keys of 64 lower-case hex digits each, as `openssl rand -hex 32` prints them',
      'Master keys in place of the file; the first wraps, all open. For a rotation put the new one first, beside the old one.',
    ),
    defaultText: 'none: the file is read',
  },
  TOTAL_RECALL_READERS: integer('readers', 1, 1, 16, 'Threads that read the databases.'),
} as const satisfies ConfigTable;
