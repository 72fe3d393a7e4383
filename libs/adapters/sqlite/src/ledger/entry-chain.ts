import { hash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { damagedFile } from '../thread/check-database.ts';
import { inSnapshot } from '../thread/open-database.ts';

interface StoredEntry {
  readonly partition: number;
  readonly sequence: number;
  readonly epoch: number;
  readonly id: string;
  readonly json: string;
}

/** Last entry of a partition, and its hash. */
export interface Head {
  readonly sequence: number;
  readonly hash: Uint8Array;
}

type ChainedEntry = StoredEntry & Head;

const START: Head = { sequence: 0, hash: new Uint8Array() };
/** Characters of entries after which a slice of a check ends: an erasure names thousands of events. */
const SLICE_CHARACTERS = 256 * 1024;
const ENTRIES = 'SELECT partition, sequence, epoch, id, json, hash FROM entry';

/** Returns the hash of an entry over the one before it in its partition. */
export function chainHash(before: Uint8Array, { partition, sequence, epoch, id, json }: StoredEntry): Uint8Array {
  return hash('sha256', Buffer.concat([before, Buffer.from(JSON.stringify([partition, sequence, epoch, id, json]))]), 'buffer');
}

/** Reads and writes the heads of partitions, which tell when entries are gone from the end. */
export function chainHeads(db: DatabaseSync) {
  const find = db.prepare('SELECT sequence, hash FROM head WHERE partition = ?');
  const put = db.prepare(`INSERT INTO head (partition, sequence, hash) VALUES (?, ?, ?)
    ON CONFLICT (partition) DO UPDATE SET sequence = excluded.sequence, hash = excluded.hash`);
  return {
    of: (partition: number): Head => (find.get(partition) as unknown as Head | undefined) ?? START,
    put: (partition: number, { sequence, hash: sum }: Head): void => void put.run(partition, sequence, sum),
  };
}

/**
 * Adds the hashes to a ledger that has none. Errors: `damaged` where an entry is not there or no JSON, which is looked for
 * first, as SQLite then refuses to add a column and names no entry.
 */
export function chainEntries(db: DatabaseSync, path: string): void {
  const entries = db.prepare('SELECT partition, sequence, epoch, id, json FROM entry ORDER BY partition, sequence').all();
  const chained: [StoredEntry, Uint8Array][] = [];
  const { ends, fault } = readChain(entries as unknown as StoredEntry[], (entry, sum) => {
    chained.push([entry, sum]);
    return isJson(entry.json);
  });
  if (fault !== undefined) throw damagedFile(path, fault);
  db.exec(`ALTER TABLE entry ADD COLUMN hash BLOB NOT NULL DEFAULT x'';
    CREATE TABLE head (partition INTEGER PRIMARY KEY, sequence INTEGER NOT NULL, hash BLOB NOT NULL) STRICT;`);
  const chain = db.prepare('UPDATE entry SET hash = ? WHERE partition = ? AND sequence = ?');
  for (const [{ partition, sequence }, sum] of chained) chain.run(sum, partition, sequence);
  const heads = chainHeads(db);
  for (const [partition, end] of ends) heads.put(partition, end);
}

/**
 * Checks that every entry is as it was written and in its place, up to the last; with `after`, those of partition 0 after
 * this one. Errors: `damaged`.
 */
export function checkEntries(db: DatabaseSync, path: string, after?: Head): void {
  const fault = entriesFault(db, after);
  if (fault !== undefined) throw damagedFile(path, fault);
}

/**
 * Returns the first fault in the entries of a ledger, if any; with `after`, in those of partition 0 after this one. None is
 * looked for in one without hashes, or another database.
 */
export function entriesFault(db: DatabaseSync, after = START): string | undefined {
  if (db.prepare("SELECT 1 FROM pragma_table_info('entry') WHERE name = 'hash'").get() === undefined) return undefined;
  // Another process may append meanwhile, and the heads then tell of entries that were not read.
  return inSnapshot(db, () => chainFault(db, after));
}

/**
 * Creates a check of the entries of partition 0 up to one, in slices. Each call checks at most `limit` of them, and fewer
 * large ones; it returns true where none is left. Errors: `damaged`.
 */
export function sliceCheck(db: DatabaseSync, path: string, upTo: Head): (limit: number) => boolean {
  const page = db.prepare(`${ENTRIES} WHERE partition = 0 AND sequence > ? ORDER BY sequence LIMIT ?`);
  let at = START;
  return (limit) => {
    if (at.sequence >= upTo.sequence) return true;
    const entries = page.iterate(at.sequence, Math.min(limit, upTo.sequence - at.sequence));
    const { ends, fault } = readChain(sliceOf(entries as Iterable<unknown> as Iterable<ChainedEntry>), isAsChained, new Map([[0, at]]));
    const end = ends.get(0)!;
    if (fault !== undefined) throw damagedFile(path, fault);
    if (end.sequence === at.sequence) throw damagedFile(path, `${nameOf(0, at.sequence + 1)} is not there`);
    at = end;
    return at.sequence >= upTo.sequence;
  };
}

function* sliceOf(entries: Iterable<ChainedEntry>): Generator<ChainedEntry> {
  let characters = 0;
  for (const entry of entries) {
    yield entry;
    characters += entry.json.length;
    if (characters >= SLICE_CHARACTERS) return;
  }
}

function chainFault(db: DatabaseSync, after: Head): string | undefined {
  const entries = db.prepare(`${ENTRIES} WHERE (partition, sequence) > (0, ?) ORDER BY partition, sequence`).iterate(after.sequence);
  const before = after.sequence === 0 ? [] : ([[0, after]] as const);
  const { ends, fault } = readChain(entries as Iterable<unknown> as Iterable<ChainedEntry>, isAsChained, new Map(before));
  if (fault !== undefined) return fault;
  const heads = db.prepare('SELECT partition, sequence, hash FROM head').all() as unknown as (Head & { partition: number })[];
  for (const { partition, sequence, hash: sum } of heads) {
    const end = ends.get(partition) ?? START;
    if (end.sequence < sequence) return `${nameOf(partition, end.sequence + 1)} is not there`;
    if (end.sequence > sequence || !equals(end.hash, sum)) return `${nameOf(partition, end.sequence)} is not recorded as the last`;
    ends.delete(partition);
  }
  for (const [partition, { sequence }] of ends) return `${nameOf(partition, sequence)} is not recorded as the last`;
  return undefined;
}

/**
 * Reads entries in their order, after those of `ends`. Returns the last of each partition, up to the first gap and the
 * first that is not whole.
 */
function readChain<T extends StoredEntry>(
  entries: Iterable<T>,
  isWhole: (entry: T, sum: Uint8Array) => boolean,
  ends = new Map<number, Head>(),
): { readonly ends: Map<number, Head>; readonly fault?: string } {
  for (const entry of entries) {
    const { partition, sequence } = entry;
    const before = ends.get(partition) ?? START;
    if (sequence !== before.sequence + 1) return { ends, fault: `${nameOf(partition, before.sequence + 1)} is not there` };
    const sum = chainHash(before.hash, entry);
    if (!isWhole(entry, sum)) return { ends, fault: `${nameOf(partition, sequence)} is not as it was written` };
    ends.set(partition, { sequence, hash: sum });
  }
  return { ends };
}

const isAsChained = (entry: ChainedEntry, sum: Uint8Array): boolean => equals(entry.hash, sum);

function nameOf(partition: number, sequence: number): string {
  return `entry ${sequence}${partition === 0 ? '' : ` of partition ${partition}`}`;
}

function equals(one: Uint8Array, other: Uint8Array): boolean {
  return Buffer.compare(one, other) === 0;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
