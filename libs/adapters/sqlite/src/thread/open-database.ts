import { closeSync, mkdirSync, openSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

export interface OpenDatabaseOptions {
  readonly path: string;
  /** FULL: a commit is on disk when it returns. NORMAL: a power cut may take the last commits, never the order or the file. */
  readonly synchronous: 'FULL' | 'NORMAL';
  readonly readOnly?: boolean;
  /** Page cache of the connection. 16 MiB. */
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
  const { path, synchronous, readOnly = false, cacheBytes = 16 * 1024 * 1024, mappedBytes = 0, busyTimeoutMs = 10_000 } = options;
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
