import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { DatabaseRefusal } from './serve-database.ts';

export interface OpenDatabaseOptions {
  readonly path: string;
  /** FULL: a commit is on disk when it returns. NORMAL: a power cut may take the last commits, never the order or the file. */
  readonly synchronous: 'FULL' | 'NORMAL';
  readonly readOnly?: boolean;
  /** Page cache of the connection. 2 MiB: the system keeps pages of files too, and reading one there costs a copy. */
  readonly cacheBytes?: number;
  /**
   * Bytes of the file that are read where the system keeps them, without a call and a copy for each page. For what can be made anew: a disk that
   * fails under such a read ends the process. 0.
   */
  readonly mappedBytes?: number;
  readonly busyTimeoutMs?: number;
}

/** Opens a database of ours: WAL, 8 KiB pages, deleted content overwritten. Files are made readable by their owner only. */
export function openDatabase(options: OpenDatabaseOptions): DatabaseSync {
  const { path, synchronous, readOnly = false, cacheBytes = 2 * 1024 * 1024, mappedBytes = 0, busyTimeoutMs = 10_000 } = options;
  if (!readOnly) {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    closeSync(openSync(path, 'a', 0o600));
  }
  const db = new DatabaseSync(path, { readOnly, timeout: busyTimeoutMs });
  db.exec(`PRAGMA cache_size = ${-Math.ceil(cacheBytes / 1024)}`);
  if (mappedBytes > 0) db.exec(`PRAGMA mmap_size = ${mappedBytes}`);
  db.exec('PRAGMA temp_store = MEMORY');
  if (readOnly) return db;
  db.exec('PRAGMA page_size = 8192');
  db.exec('PRAGMA journal_mode = WAL');
  db.exec(`PRAGMA synchronous = ${synchronous}`);
  db.exec('PRAGMA secure_delete = ON');
  db.exec('PRAGMA journal_size_limit = 67108864');
  return db;
}

/** Runs `work` in one write transaction: all of it is kept, or nothing. */
export function inTransaction<T>(db: DatabaseSync, work: () => T): T {
  db.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    db.exec('COMMIT');
    return result;
  } catch (error) {
    if (db.isTransaction) db.exec('ROLLBACK');
    throw error;
  }
}

const CHECKPOINT_TRIES = 3;

/**
 * Leaves nothing in the file of what was deleted from it. `secure_delete` overwrites what is freed, but not the copies that stay behind in a page whose rows
 * moved to another one: so every page is written anew, and the write-ahead log, which has them as they were, is cut. A reader in the middle
 * of something holds that up. Errors: `unavailable`.
 */
export function wipeFreeRoom(db: DatabaseSync): void {
  // It may be as large as the file.
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

/** Reads from one moment, whatever is written meanwhile. */
export function inSnapshot<T>(db: DatabaseSync, read: () => T): T {
  db.exec('BEGIN');
  try {
    return read();
  } finally {
    db.exec('COMMIT');
  }
}

/**
 * Holds a lock beside a database for as long as this process lives or until the answer is called; a killed process lets go of it.
 * Throws where another holds it for longer than two seconds.
 */
export function lockBeside(path: string): () => void {
  const lock = new DatabaseSync(`${path}.lock`, { timeout: 2_000 });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    throw error;
  }
  return () => lock.close();
}
