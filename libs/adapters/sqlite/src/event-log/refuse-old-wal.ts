import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { DatabaseRefusal } from '../thread/serve-database.ts';
import { endOf, readIdentity } from './log-tables.ts';

/**
 * Refuses a write-ahead log that is older than its database, such as one that stayed behind when `log.db` was put back.
 * SQLite takes any such file for the newest state, and writes it over the database when the last connection closes; so
 * this reads both without changing either. Errors: `damaged`.
 */
export function refuseOldWal(path: string): void {
  const wal = `${path}-wal`;
  if (!existsSync(path) || !existsSync(wal) || statSync(wal).size === 0) return;
  // The checks of the open database judge a file that cannot be read so.
  const alone = endsOf(new URL(`${pathToFileURL(path)}?immutable=1`));
  const together = alone && endsOf(path);
  if (alone === undefined || together === undefined) return;
  const behind = alone.reduce((sum, end, partition) => sum + Math.max(0, end - (together[partition] ?? -1)), 0);
  if (behind === 0) return;
  const [file, walFile] = [basename(path), basename(wal)];
  throw new DatabaseRefusal(
    'damaged',
    `${walFile} is of an earlier state than ${file}, and would take away ${behind} records that ${file} has. ` +
      `Move ${walFile} and ${file}-shm out of the folder and start again; nothing was changed.`,
    { file: wal },
  );
}

/** Reads the last offset of each partition; undefined where the file is no readable log. */
function endsOf(path: string | URL): readonly number[] | undefined {
  try {
    const db = new DatabaseSync(path, { readOnly: true });
    try {
      return Array.from({ length: readIdentity(db).partitions }, (_, partition) => endOf(db, partition));
    } finally {
      db.close();
    }
  } catch {
    return undefined;
  }
}
