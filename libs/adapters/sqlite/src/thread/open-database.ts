import { closeSync, lstatSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { createOnce } from './create-once.ts';
import { watchInPlace } from './file-in-place.ts';
import { DatabaseRefusal } from './serve-database.ts';

export interface OpenDatabaseOptions {
  readonly path: string;
  /**
   * FULL: a commit is on disk when it returns. NORMAL: a power cut may lose the last commits, but keeps their order and
   * the file.
   */
  readonly synchronous: 'FULL' | 'NORMAL';
  readonly readOnly?: boolean;
  /**
   * Page cache of the connection. Default: 2 MiB, as the system caches pages too and reading one there only costs a
   * copy.
   */
  readonly cacheBytes?: number;
  /**
   * Bytes of the file that are memory-mapped, so that a page is read without a call and a copy. Only for data that can
   * be rebuilt: a disk that fails under such a read ends the process. Default: 0.
   */
  readonly mappedBytes?: number;
  readonly busyTimeoutMs?: number;
}

/** Checks of the databases whose commits are promised, made at each commit. */
const inPlace = new WeakMap<DatabaseSync, () => void>();

/**
 * Opens a database: WAL, 8 KiB pages, deleted content overwritten. Files are readable by their owner only. `prepare`
 * makes it ready for use; where it throws, the database is closed, as its thread may go on with others.
 */
export function openDatabase(options: OpenDatabaseOptions, prepare: (db: DatabaseSync) => void = () => undefined): DatabaseSync {
  const { path, readOnly = false, busyTimeoutMs = 10_000 } = options;
  refuseFolders(path);
  if (!readOnly) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    closeSync(openOrCreate(path));
  }
  const db = new DatabaseSync(path, { readOnly, timeout: busyTimeoutMs });
  try {
    configure(db, options);
    prepare(db);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Names a folder in the place of a database or of a file beside it, which SQLite would only say it cannot open. */
function refuseFolders(path: string): void {
  for (const end of ['', '-wal', '-shm']) {
    if (!statSync(path + end, { throwIfNoEntry: false })?.isDirectory()) continue;
    // Only what is in the place of the database itself is put aside where it can be made again.
    const code = end === '' ? 'damaged' : 'unavailable';
    throw new DatabaseRefusal(code, `${path}${end} is a folder, and a file is wanted there. Move it away and start again.`, {
      file: path + end,
    });
  }
}

/** Names a link whose end cannot be made, as where a disk is not mounted; one into a folder that is there gets its file. */
function openOrCreate(path: string): number {
  try {
    return openSync(path, 'a', 0o600);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || !lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink()) throw error;
    const message = `${path} is a link to what is not there. Mount or put back what it leads to, or remove the link.`;
    throw new DatabaseRefusal('unavailable', message, { file: path });
  }
}

function configure(db: DatabaseSync, options: OpenDatabaseOptions): void {
  const { path, synchronous, readOnly = false, cacheBytes = 2 * 1024 * 1024, mappedBytes = 0 } = options;
  db.exec(`PRAGMA cache_size = ${-Math.ceil(cacheBytes / 1024)}`);
  if (mappedBytes > 0) db.exec(`PRAGMA mmap_size = ${mappedBytes}`);
  db.exec('PRAGMA temp_store = MEMORY');
  if (readOnly) return;
  db.exec('PRAGMA page_size = 8192');
  db.exec('PRAGMA journal_mode = WAL');
  db.exec(`PRAGMA synchronous = ${synchronous}`);
  db.exec('PRAGMA secure_delete = ON');
  db.exec('PRAGMA journal_size_limit = 67108864');
  if (synchronous === 'FULL') inPlace.set(db, watchInPlace(path));
}

/**
 * Runs `work` in one write transaction, which is committed as a whole or not at all. Errors: `unavailable` where a
 * database of full durability is no longer at its place.
 */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    inPlace.get(db)?.();
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

const CHECKPOINT_TRIES = 3;

/**
 * Removes all deleted content from the file. `secure_delete` overwrites freed space, but not the copies that stay in a
 * page when rows move to another. So every page is rewritten, and the write-ahead log with the old pages is truncated.
 * A running reader delays that. Errors: `unavailable`.
 */
export function vacuumAndTruncate(db: DatabaseSync): void {
  // The temporary data may be as large as the file.
  db.exec('PRAGMA temp_store = FILE');
  try {
    db.exec('VACUUM');
  } finally {
    db.exec('PRAGMA temp_store = MEMORY');
  }
  for (let left = CHECKPOINT_TRIES; left > 0; left -= 1) {
    const { busy } = db.prepare('PRAGMA wal_checkpoint(TRUNCATE)').get() as { busy: number };
    if (busy === 0) return;
  }
  throw new DatabaseRefusal('unavailable', 'The database is in use; what was deleted may still be in its write-ahead log. Try again.');
}

/** Reads a consistent state, whatever is written meanwhile. */
export function inSnapshot<T>(db: DatabaseSync, read: () => T): T {
  db.exec('BEGIN');
  try {
    return read();
  } finally {
    db.exec('COMMIT');
  }
}

/**
 * Holds a lock beside a database until the returned function is called or this process ends, even if it is killed.
 * Throws when another process holds it for longer than two seconds.
 */
export function lockBeside(path: string): () => void {
  const file = `${path}.lock`;
  try {
    createOnce(file);
  } catch {
    // SQLite meets the same fault and names it.
  }
  const lock = new DatabaseSync(file, { timeout: 2_000 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw error;
  }
  return () => lock.close();
}
