import { DatabaseSync } from 'node:sqlite';
import { asDamage } from '../backup/copy-database.ts';

/** The last erasure that keys have seen, by partition of the ledger. */
export type ErasureMarks = ReadonlyMap<number, string>;

/**
 * Reads the marks of a file of keys, open elsewhere or not; undefined in one of an earlier program, which kept none.
 * Errors: `damaged` when the file is not a database.
 */
export function readErasureMarks(path: string): ErasureMarks | undefined {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return isMarked(db) ? marksOf(db) : undefined;
  } catch (error) {
    throw asDamage(error, path);
  } finally {
    db.close();
  }
}

/**
 * Sets the marks of a copy, which nobody has open, back to earlier ones: whoever opens it does the erasures again that
 * came since.
 */
export function setBackErasureMarks(path: string, marks: ErasureMarks): void {
  const db = new DatabaseSync(path);
  try {
    if (!isMarked(db)) return;
    putMarks(db, new Map([...marksOf(db).keys()].map((partition) => [partition, marks.get(partition) ?? ''])));
  } finally {
    db.close();
  }
}

function isMarked(db: DatabaseSync): boolean {
  const { tables } = db.prepare("SELECT count(*) AS tables FROM sqlite_schema WHERE name = 'erasure_mark'").get() as { tables: number };
  return tables > 0;
}

/** Writes marks of a file that keeps some. */
export function putMarks(db: DatabaseSync, marks: ErasureMarks): void {
  const put = db.prepare(
    'INSERT INTO erasure_mark (partition, entry_id) VALUES (?, ?) ON CONFLICT (partition) DO UPDATE SET entry_id = excluded.entry_id',
  );
  for (const [partition, entryId] of marks) put.run(partition, entryId);
}

export function marksOf(db: DatabaseSync): ErasureMarks {
  const rows = db.prepare('SELECT partition, entry_id AS entryId FROM erasure_mark').all() as { partition: number; entryId: string }[];
  return new Map(rows.map(({ partition, entryId }) => [partition, entryId]));
}
