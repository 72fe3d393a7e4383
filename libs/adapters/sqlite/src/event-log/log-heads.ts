import type { DatabaseSync } from 'node:sqlite';
import { quickCheck } from '../thread/check-database.ts';
import { inTransaction } from '../thread/open-database.ts';
import { hasWal, tellOf, withoutWal } from '../thread/refuse-strange-wal.ts';
import { OFFSETS_PER_PARTITION } from './log-format.ts';
import { endOf } from './log-tables.ts';

export const HEADS = 'CREATE TABLE heads (key TEXT PRIMARY KEY, last_offset INTEGER NOT NULL) WITHOUT ROWID, STRICT;';
/** Beginning of the names of tables with damaged pages that were replaced. */
const REPLACED = 'damaged_heads_';
const PUT = 'INSERT INTO heads (key, last_offset) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET last_offset = excluded.last_offset';

/**
 * Makes the last offsets of the keys anew from the records where their pages are damaged: appends would fail on them. The
 * damaged pages stay in the file, as they cannot be freed without being read.
 */
export function rebuildDamagedHeads(db: DatabaseSync): void {
  if (isWhole(db)) return;
  inTransaction(db, () => {
    const others = tablesOf(db).filter(isReplaced).length;
    db.exec(`ALTER TABLE heads RENAME TO ${REPLACED}${others + 1}; ${HEADS}`);
    const put = db.prepare(PUT);
    for (const [key, last] of lastOffsets(db)) put.run(key, last);
  });
}

/**
 * Returns true where the next opening of a log that nobody has open makes its last offsets anew. Changes nothing. A file
 * that is no log, or cannot be read at all, is not told here.
 */
export function hasDamagedHeads(path: string): boolean {
  // Without a write-ahead log it is read as a file that never changes, as SQLite would put an empty one beside it.
  const told = tellOf(hasWal(path) ? path : withoutWal(path), (db) =>
    tablesOf(db).includes('heads') ? { isWhole: isWhole(db) } : undefined,
  );
  return typeof told === 'object' && !told.isWhole;
}

/**
 * Returns the first fault in the structure of a database, if any. Last offsets that were replaced are no part of it, so
 * that backups of a log that lost nothing are taken.
 */
export function structureFault(db: DatabaseSync): string | undefined {
  const fault = quickCheck(db);
  const tables = fault === undefined ? [] : tablesOf(db);
  if (!tables.some(isReplaced)) return fault;
  for (const table of tables.filter((name) => !isReplaced(name))) {
    const found = quickCheck(db, table);
    if (found !== undefined) return found;
  }
  return undefined;
}

const isReplaced = (table: string): boolean => table.startsWith(REPLACED);

function tablesOf(db: DatabaseSync): string[] {
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").all() as unknown as { name: string }[];
  return tables.map(({ name }) => name);
}

function isWhole(db: DatabaseSync): boolean {
  try {
    return quickCheck(db, 'heads') === undefined;
  } catch {
    return false;
  }
}

/** Reads the last offset of each key, up to a page of the records that is damaged; a check of the log mends the others. */
function lastOffsets(db: DatabaseSync): Map<string, number> {
  const found = new Map<string, number>();
  try {
    const rows = db.prepare('SELECT id, key FROM records ORDER BY id').iterate();
    for (const { id, key } of rows as Iterable<unknown> as Iterable<{ id: number; key: string }>)
      found.set(key, id % OFFSETS_PER_PARTITION);
  } catch {
    // The heads that were read so far are kept.
  }
  return found;
}

/** Creates the comparison of last offsets with records of a partition that were read. Returns the keys that it mended. */
export function createHeadMender(
  db: DatabaseSync,
): (partition: number, read: readonly (readonly [key: string, offset: number])[]) => string[] {
  const find = db.prepare('SELECT last_offset AS last FROM heads WHERE key = ?');
  const put = db.prepare(PUT);
  return (partition, read) => {
    const wrong = (): (readonly [string, number])[] => {
      const end = endOf(db, partition);
      return read.filter(([key, offset]) => {
        const { last } = (find.get(key) as { last: number } | undefined) ?? { last: -1 };
        return last < offset || last > end;
      });
    };
    if (wrong().length === 0) return [];
    return inTransaction(db, () => {
      const mended = wrong();
      for (const [key, offset] of mended) put.run(key, offset);
      return mended.map(([key]) => key);
    });
  };
}
