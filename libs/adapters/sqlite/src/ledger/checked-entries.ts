import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { DatabaseRefusal } from '../thread/serve-database.ts';
import { chainHeads, checkEntries, sliceCheck, type Head } from './entry-chain.ts';

/** Entries below which a ledger is checked at its opening, as that takes some 50 ms. */
const FEW_ENTRIES = 5_000;

/** The check of the entries that the opening left. */
export interface LaterCheck {
  /** Checks at most `limit` entries. Returns true where none is left. Errors: `damaged`. */
  check(limit: number): boolean;
  /** Records that the ledger is whole up to its end, if all was checked. */
  close(): void;
}

/**
 * Checks the entries that were appended since a process last found all whole, and leaves the others for later. All are
 * checked at once where none is recorded as checked, or where the record does not fit the ledger. Errors: `damaged`.
 */
export function checkNewEntries(db: DatabaseSync, path: string): LaterCheck {
  const file = `${path}.checked`;
  const checked = readChecked(db, file);
  checkEntries(db, path, checked);
  const checkSlice = checked ? sliceCheck(db, path, checked) : () => true;
  let recorded = checked?.sequence ?? 0;
  let isWhole = false;
  const record = (): void => {
    try {
      const head = chainHeads(db).of(0);
      if (head.sequence < FEW_ENTRIES || head.sequence === recorded) return;
      writeChecked(file, head);
      recorded = head.sequence;
    } catch {
      // The next opening checks more.
    }
  };
  const check = (limit: number): boolean => {
    if (isWhole) return true;
    try {
      isWhole = checkSlice(limit);
    } catch (error) {
      if (error instanceof DatabaseRefusal && error.code === 'damaged') removeChecked(file);
      throw error;
    }
    if (isWhole) record();
    return isWhole;
  };
  if (!checked) check(0);
  return { check, close: () => isWhole && record() };
}

/** Reads up to which entry the ledger was checked; undefined where that is not one of its entries. */
function readChecked(db: DatabaseSync, file: string): Head | undefined {
  try {
    const { sequence, hash } = JSON.parse(readFileSync(file, 'utf8')) as { readonly sequence: number; readonly hash: string };
    const found = db.prepare('SELECT sequence, hash FROM entry WHERE partition = 0 AND sequence = ?').get(sequence);
    const entry = found as unknown as Head | undefined;
    return entry && Buffer.from(entry.hash).toString('hex') === hash ? entry : undefined;
  } catch {
    return undefined;
  }
}

/** Removes the record of a ledger that is damaged: the next opening checks all of it, and is refused. */
function removeChecked(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // The next check after an opening finds the fault again.
  }
}

function writeChecked(file: string, { sequence, hash }: Head): void {
  writeFileSync(`${file}.new`, JSON.stringify({ sequence, hash: Buffer.from(hash).toString('hex') }), { mode: 0o600 });
  renameSync(`${file}.new`, file);
}
