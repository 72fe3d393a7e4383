import { integer, path, secret, type ConfigTable } from './config-variable.ts';

/** Variables of the data folder and of the master key. */
export const FOLDER_VARIABLES = {
  TOTAL_RECALL_DATA_DIR: {
    ...path('dataDir', 'Folder of the databases, the artifacts and the master key. Only one process may use it at a time.'),
    defaultText: '`$XDG_DATA_HOME/total-recall`, else `~/.total-recall`',
  },
  TOTAL_RECALL_MASTER_KEY_FILE: {
    ...path(
      'masterKeyFile',
      'File with the master key that wraps all other keys, mode 0600; the first start creates it. One key of 64 hex digits per line: the first encrypts, all decrypt. Without it nothing can be read: keep a copy elsewhere.',
    ),
    defaultText: '`master.key` in the data folder',
  },
  TOTAL_RECALL_MASTER_KEYS: {
    ...secret(
      'masterKeys',
      /^[0-9a-f]{64}([\s,]+[0-9a-f]{64}){0,9}$/,
      'keys of 64 lower-case hex digits each, as `openssl rand -hex 32` prints them',
      'Master keys instead of the file; the first encrypts, all decrypt. For a rotation put the new key first and keep the old one.',
    ),
    defaultText: 'none: the file is read',
  },
  TOTAL_RECALL_READERS: integer('readers', 1, 1, 16, 'Threads that read the databases.'),
} as const satisfies ConfigTable;
