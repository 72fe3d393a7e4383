import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { DatabaseRefusal } from './serve-database.ts';

/** Answer of a database about itself: `none` where it says nothing, `closed` where it cannot be read at the moment. */
export type Told<State> = State | 'none' | 'closed';

/**
 * Result codes of SQLite for content that says nothing: no such table, damaged, no database. Any other is of the moment,
 * such as a full disk, on which the index of a log that a crash left cannot be made.
 */
const SAYS_NOTHING = new Set([1, 11, 26]);

/**
 * Reads a database without its write-ahead log and with it, and changes neither; undefined where there is no such log,
 * or where the database says nothing by itself. SQLite takes any write-ahead log beside a database for its newest
 * state, and writes it over the database when the last connection closes.
 */
export function readBesideWal<State extends object>(
  path: string,
  read: (db: DatabaseSync) => State | undefined,
): { readonly alone: State; readonly together: Told<State> } | undefined {
  if (!hasWal(path)) return undefined;
  const alone = tellOf(withoutWal(path), read);
  return alone === 'none' || alone === 'closed' ? undefined : { alone, together: tellOf(path, read) };
}

/** Returns true where a database has a write-ahead log with content. */
export function hasWal(path: string): boolean {
  // Another process that closes the database may remove its log at any moment.
  const wal = statSync(`${path}-wal`, { throwIfNoEntry: false });
  return existsSync(path) && wal !== undefined && wal.size > 0;
}

/**
 * Returns true where a checkpoint was cut short: SQLite has copied some pages of the log into the database, which is
 * whole only with the log. Without it a page that `VACUUM` moved may be read as one of another table.
 */
function isCutShort(path: string): boolean {
  return !isWhole(withoutWal(path)) && isWhole(path);
}

/** Builds the refusal of a write-ahead log. `why` goes on behind its name. */
export function walRefusal(path: string, why: string): DatabaseRefusal {
  const [file, wal] = [basename(path), `${path}-wal`];
  return new DatabaseRefusal(
    'damaged',
    `${file}-wal ${why}. Move ${file}-wal and ${file}-shm out of the folder and start again; nothing was changed.`,
    { file: wal },
  );
}

/** Builds the refusal of a write-ahead log that belongs to another database. */
export function strangeWal(path: string): DatabaseRefusal {
  return walRefusal(path, `is of another database than ${basename(path)}, and would overwrite it`);
}

/** Refuses a write-ahead log of another data folder or of no part of one. Errors: `damaged`. */
export function refuseStrangeWal(path: string): void {
  const state = readBesideWal(path, (db) => db.prepare('SELECT id FROM data_folder').get() as { id: string } | undefined);
  if (state === undefined || state.together === 'closed') return;
  if (state.together === 'none' || (state.together.id !== state.alone.id && !isCutShort(path))) throw strangeWal(path);
}

/** Returns the address under which SQLite reads a database alone, and puts nothing beside it. */
export function withoutWal(path: string): URL {
  return new URL(`${pathToFileURL(path)}?immutable=1`);
}

function isWhole(path: string | URL): boolean {
  const found = tellOf(path, (db) => db.prepare('PRAGMA integrity_check(1)').get() as { integrity_check: string });
  return typeof found === 'object' && found.integrity_check === 'ok';
}

/** Reads a database with its write-ahead log, without changing either. */
export function tellOf<State extends object>(path: string | URL, read: (db: DatabaseSync) => State | undefined): Told<State> {
  try {
    const db = new DatabaseSync(path, { readOnly: true });
    try {
      return read(db) ?? 'none';
    } finally {
      db.close();
    }
  } catch (error) {
    const { errcode } = error as { errcode?: number };
    return errcode === undefined || SAYS_NOTHING.has(errcode & 0xff) ? 'none' : 'closed';
  }
}
