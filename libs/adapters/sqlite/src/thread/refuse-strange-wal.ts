import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { DatabaseRefusal } from './serve-database.ts';

/** What a database says of itself: `none` where it says nothing, `closed` where it cannot be opened at the moment. */
export type Told<State> = State | 'none' | 'closed';

/** Result codes of SQLite for a file that is busy, locked, not to be written or not to be opened. */
const CLOSED = new Set([5, 6, 8, 14]);

/**
 * Reads a database without its write-ahead log and with it, and changes neither; undefined where there is no such log,
 * or where the database says nothing by itself. SQLite takes any write-ahead log beside a database for its newest
 * state, and writes it over the database when the last connection closes.
 */
export function readBesideWal<State extends object>(
  path: string,
  read: (db: DatabaseSync) => State | undefined,
): { readonly alone: State; readonly together: Told<State> } | undefined {
  const wal = `${path}-wal`;
  if (!existsSync(path) || !existsSync(wal) || statSync(wal).size === 0) return undefined;
  const alone = tellOf(new URL(`${pathToFileURL(path)}?immutable=1`), read);
  return alone === 'none' || alone === 'closed' ? undefined : { alone, together: tellOf(path, read) };
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
  if (state.together === 'none' || state.together.id !== state.alone.id) throw strangeWal(path);
}

function tellOf<State extends object>(path: string | URL, read: (db: DatabaseSync) => State | undefined): Told<State> {
  try {
    const db = new DatabaseSync(path, { readOnly: true });
    try {
      return read(db) ?? 'none';
    } finally {
      db.close();
    }
  } catch (error) {
    return CLOSED.has(((error as { errcode?: number }).errcode ?? 0) & 0xff) ? 'closed' : 'none';
  }
}
