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
    const put = db.prepare('UPDATE erasure_mark SET entry_id = ? WHERE partition = ?');
    for (const [partition, entryId] of marksOf(db)) {
      const before = marks.get(partition) ?? '';
      if (before !== entryId) put.run(before, partition);
    }
  } finally {
    db.close();
  }
}

function isMarked(db: DatabaseSync): boolean {
  const { tables } = db.prepare("SELECT count(*) AS tables FROM sqlite_schema WHERE name = 'erasure_mark'").get() as { tables: number };
  return tables > 0;
}

function marksOf(db: DatabaseSync): ErasureMarks {
  const rows = db.prepare('SELECT partition, entry_id AS entryId FROM erasure_mark').all() as { partition: number; entryId: string }[];
  return new Map(rows.map(({ partition, entryId }) => [partition, entryId]));
}
