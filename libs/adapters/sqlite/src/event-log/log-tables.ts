import type { DatabaseSync } from 'node:sqlite';
import { OFFSETS_PER_PARTITION, type LogIdentity } from './log-format.ts';

/** Offset of the last record of a partition, -1 when empty. */
export function endOf(db: DatabaseSync, partition: number): number {
  const base = partition * OFFSETS_PER_PARTITION;
  const row = db.prepare('SELECT max(id) AS last FROM records WHERE id >= ? AND id < ?').get(base, base + OFFSETS_PER_PARTITION) as {
    last: number | null;
  };
  return row.last === null ? -1 : row.last - base;
}

/**
 * Offset of the last record of a partition that a later end can be compared with: a last row behind a gap is left out, as
 * its id may be what is damaged.
 */
export function firmEndOf(db: DatabaseSync, partition: number): number {
  const base = partition * OFFSETS_PER_PARTITION;
  const rows = db
    .prepare('SELECT id FROM records WHERE id >= ? AND id < ? ORDER BY id DESC LIMIT 2')
    .all(base, base + OFFSETS_PER_PARTITION);
  const [last = base - 1, before = base - 1] = (rows as unknown as { id: number }[]).map(({ id }) => id);
  return (last - before > 1 ? before : last) - base;
}

/** Reads the identity of an existing log. */
export function readIdentity(db: DatabaseSync): LogIdentity {
  return { ...(db.prepare('SELECT generation, partitions FROM identity').get() as unknown as LogIdentity) };
}
