import { basename } from 'node:path';
import { readBesideWal, walRefusal } from '../thread/refuse-strange-wal.ts';

interface HeldKeys {
  readonly known: number;
  readonly destroyed: number;
}

/**
 * Refuses a write-ahead log that is older than its database: it would take keys away, and bring destroyed ones back. Both
 * counts only grow, as a destroyed key keeps its row. Errors: `damaged`.
 */
export function refuseOldKeys(path: string): void {
  const state = readBesideWal(
    path,
    (db) => db.prepare('SELECT count(*) AS known, count(*) - count(wrapped) AS destroyed FROM data_keys').get() as HeldKeys | undefined,
  );
  if (state === undefined || typeof state.together === 'string') return;
  const { alone, together } = state;
  if (alone.known > together.known || alone.destroyed > together.destroyed)
    throw walRefusal(path, `is of an earlier state than ${basename(path)}, and would take keys away or bring destroyed ones back`);
}
