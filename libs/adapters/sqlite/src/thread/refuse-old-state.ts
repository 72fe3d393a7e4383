import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { readBesideWal, walRefusal } from './refuse-strange-wal.ts';

/**
 * Refuses a write-ahead log that is older than its database, by numbers of it that never fall. It would take back what
 * was changed since, such as the end of an API key. Errors: `damaged`.
 */
export function refuseOldState(path: string, read: (db: DatabaseSync) => readonly number[]): void {
  const state = readBesideWal(path, read);
  if (state === undefined || typeof state.together === 'string') return;
  const { alone, together } = state;
  if (alone.some((number, at) => number > together[at]!))
    throw walRefusal(path, `is of an earlier state than ${basename(path)}, and would take back what was changed since`);
}
