import { DatabaseSync } from 'node:sqlite';
import type { LedgerAct } from '@total-recall/domain';
import { reasonText, TotalRecallError } from '@total-recall/runtime';

/** Last entry of a partition of a ledger. */
export interface LedgerHead {
  readonly partition: number;
  readonly sequence: number;
  readonly id: string;
}

/**
 * Returns how many changes of tenants, API keys and policies a `control.db` has that nobody writes; undefined for a file
 * of an earlier program, which did not count them, and for one that cannot be read.
 */
export function countControlChanges(path: string): number | undefined {
  return readFrom(path, (db) => (db.prepare('SELECT number FROM changes').get() as { number: number } | undefined)?.number);
}

/** Returns the last entry of each partition of a ledger that nobody writes; undefined where the file cannot be read. */
export function ledgerHeads(path: string): readonly LedgerHead[] | undefined {
  const heads = 'SELECT partition, max(sequence) AS sequence, id FROM entry GROUP BY partition ORDER BY partition';
  return readFrom(path, (db) =>
    db
      .prepare(heads)
      .all()
      .map((row) => ({ ...row }) as unknown as LedgerHead),
  );
}

/** Returns true where a ledger that nobody writes has an entry, in its place. */
export function hasLedgerEntry(path: string, { partition, sequence, id }: LedgerHead): boolean {
  const entry = 'SELECT 1 FROM entry WHERE partition = ? AND sequence = ? AND id = ?';
  return readFrom(path, (db) => db.prepare(entry).get(partition, sequence, id) !== undefined) ?? false;
}

/**
 * Calls `take` with each erasure that is requested in a ledger that nobody writes, and with what extends one. Errors:
 * `damaged` where the ledger cannot be read to its end, as some erasures would be missing.
 */
export function eachErasure(path: string, take: (tenant: string, act: LedgerAct) => void): void {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    const entries = "SELECT json FROM entry WHERE json ->> '$.act.type' IN ('ErasureRequested', 'ErasureExtended')";
    for (const { json } of db.prepare(entries).iterate() as Iterable<{ json: string }>) {
      const { tenant, act } = JSON.parse(json) as { readonly tenant: string; readonly act: LedgerAct };
      take(tenant, act);
    }
  } catch (error) {
    throw new TotalRecallError('damaged', `The erasures in ${path} cannot be read: ${reasonText(error)}.`);
  } finally {
    db.close();
  }
}

function readFrom<T>(path: string, read: (db: DatabaseSync) => T): T | undefined {
  try {
    const db = new DatabaseSync(path, { readOnly: true });
    try {
      return read(db);
    } finally {
      db.close();
    }
  } catch {
    return undefined;
  }
}
