import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { readNoted, writeNoted } from '../thread/noted-beside.ts';
import { DatabaseRefusal } from '../thread/serve-database.ts';
import { chainHeads, type Head } from './entry-chain.ts';

interface NotedEntry {
  readonly sequence: number;
  /** In hexadecimal. */
  readonly hash: string;
}

/**
 * Returns the file beside a ledger that holds the number and the hash of its last entry, so that an older copy of the
 * ledger shows.
 */
export function lastEntryFile(path: string): string {
  return `${path}.last`;
}

/** Returns true where the last entry of a ledger is noted beside it. */
export function isLastEntryNoted(path: string): boolean {
  return readLastEntry(lastEntryFile(path)) !== undefined;
}

/**
 * Compares a ledger with the entry that is noted beside it, notes its last one, and returns what notes the last after
 * each append. It is written behind the commit of the entry, so that it may lag behind the ledger, and is never ahead of
 * it. Errors: `damaged` for a ledger without the noted entry: holds and erasures since would be gone.
 */
export function noteLastEntries(db: DatabaseSync, path: string): () => void {
  const file = lastEntryFile(path);
  const heads = chainHeads(db);
  const noted = readLastEntry(file);
  if (noted && !hasEntry(db, noted)) throw olderLedger(path, noted, heads.of(0));
  const note = (): void => {
    const { sequence, hash } = heads.of(0);
    writeNoted(file, `${JSON.stringify({ sequence, hash: Buffer.from(hash).toString('hex') } satisfies NotedEntry)}\n`);
  };
  if (noted?.sequence !== heads.of(0).sequence) note();
  return note;
}

function readLastEntry(file: string): NotedEntry | undefined {
  try {
    const { sequence, hash } = JSON.parse(readNoted(file) ?? '') as NotedEntry;
    return Number.isSafeInteger(sequence) && typeof hash === 'string' ? { sequence, hash } : undefined;
  } catch {
    return undefined;
  }
}

function hasEntry(db: DatabaseSync, { sequence, hash }: NotedEntry): boolean {
  if (sequence === 0) return true;
  const found = db.prepare('SELECT hash FROM entry WHERE partition = 0 AND sequence = ?').get(sequence) as Pick<Head, 'hash'> | undefined;
  return found !== undefined && Buffer.from(found.hash).toString('hex') === hash;
}

function olderLedger(path: string, { sequence }: NotedEntry, { sequence: last }: Head): DatabaseRefusal {
  const lacks = last < sequence ? `it has ${last} of ${sequence} entries` : `its entry ${sequence} is another one`;
  return new DatabaseRefusal(
    'damaged',
    `${basename(path)} is older than the one that was here: ${lacks}. Legal holds, erasures, and facts that were corrected or withdrawn ` +
      `since would be gone. Put the newest copy back. To go on with this one, remove ${lastEntryFile(path)}: retention then erases nothing ` +
      'until you place the holds again and run: total-recall retention resume.',
    { file: path },
  );
}
