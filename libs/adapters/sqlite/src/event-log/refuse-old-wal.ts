import { basename } from 'node:path';
import { readBesideWal, strangeWal, walRefusal } from '../thread/refuse-strange-wal.ts';
import { endOf, readIdentity } from './log-tables.ts';

/**
 * Refuses a write-ahead log that is older than its database, such as one that stayed behind when `log.db` was put back,
 * and one of another database. Errors: `damaged`.
 */
export function refuseOldWal(path: string): void {
  const state = readBesideWal(path, (db) => {
    const { generation, partitions } = readIdentity(db);
    return generation === undefined
      ? undefined
      : { generation, ends: Array.from({ length: partitions }, (_, partition) => endOf(db, partition)) };
  });
  if (state === undefined || state.together === 'closed') return;
  const { alone, together } = state;
  if (together === 'none' || together.generation !== alone.generation) throw strangeWal(path);
  const behind = alone.ends.reduce((sum, end, partition) => sum + Math.max(0, end - (together.ends[partition] ?? -1)), 0);
  const file = basename(path);
  if (behind > 0) throw walRefusal(path, `is of an earlier state than ${file}, and would take away ${behind} records that ${file} has`);
}
