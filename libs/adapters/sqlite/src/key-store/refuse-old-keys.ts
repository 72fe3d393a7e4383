import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { readBesideWal, walRefusal } from '../thread/refuse-strange-wal.ts';

interface HeldKeys {
  readonly known: number;
  readonly destroyed: number;
}

/**
 * Refuses a write-ahead log that is older than its database: it would take keys away, and bring destroyed ones back. A
 * destroyed key keeps its row, so neither ever happens otherwise. Errors: `damaged`.
 */
export function refuseOldKeys(path: string): void {
  const counts = readBesideWal(path, countKeys);
  if (counts === undefined || typeof counts.together === 'string') return;
  if (counts.alone.known <= counts.together.known && counts.alone.destroyed <= counts.together.destroyed) return;
  // Another process may move its own log into the database at this moment, and a row then stands in two of its pages.
  const keys = readBesideWal(path, readKeys);
  if (keys === undefined || typeof keys.together === 'string') return;
  const { alone, together } = keys;
  for (const [id, isDestroyed] of alone)
    if (!together.has(id) || (isDestroyed && together.get(id) === false))
      throw walRefusal(path, `is of an earlier state than ${basename(path)}, and would take keys away or bring destroyed ones back`);
}

function countKeys(db: DatabaseSync): HeldKeys | undefined {
  return db.prepare('SELECT count(*) AS known, count(*) - count(wrapped) AS destroyed FROM data_keys').get() as HeldKeys | undefined;
}

/** Reads of each key whether it was destroyed. */
function readKeys(db: DatabaseSync): ReadonlyMap<string, boolean> {
  const rows = db.prepare('SELECT key_id AS id, wrapped IS NULL AS destroyed FROM data_keys').all() as { id: string; destroyed: number }[];
  return new Map(rows.map(({ id, destroyed }) => [id, destroyed === 1]));
}
