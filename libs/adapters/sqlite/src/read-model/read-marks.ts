import { DatabaseSync } from 'node:sqlite';
import type { Marks } from '@total-recall/domain';
import { NO_MARKS } from '@total-recall/domain/for-threads';

/** Reads the marks of a partition from the database of an index, whether it is open elsewhere or not. */
export function readMarks(path: string, partition: number): Marks {
  const database = new DatabaseSync(path, { readOnly: true });
  try {
    const row = database.prepare('SELECT folded, searchable, embedded FROM mark WHERE partition = ?').get(partition);
    if (!row) return NO_MARKS;
    const { folded, searchable, embedded } = row as { folded: number; searchable: number; embedded: number | null };
    return { folded, searchable, ...(embedded !== null && { embedded }) };
  } finally {
    database.close();
  }
}
