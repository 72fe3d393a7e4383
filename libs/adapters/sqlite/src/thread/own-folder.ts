import { basename, dirname } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './open-database.ts';
import { hasWal, tellOf } from './refuse-strange-wal.ts';
import { DatabaseRefusal } from './serve-database.ts';

/** The data folder that a database belongs to. */
export interface OwnFolder {
  readonly id: string;
  /** True to accept a database that names no folder, because it is new or of a version that recorded none. */
  readonly adopts: boolean;
}

/** Checks that a database belongs to its folder, and records it. Errors: `damaged` when it belongs to another. */
export function claimFolder(db: DatabaseSync, path: string, folder: OwnFolder | undefined): void {
  if (folder === undefined) return;
  inTransaction(db, () => {
    db.exec('CREATE TABLE IF NOT EXISTS data_folder (one INTEGER PRIMARY KEY CHECK (one = 1), id TEXT NOT NULL) STRICT');
    const own = db.prepare('SELECT id FROM data_folder').get() as { id: string } | undefined;
    if (own?.id === folder.id) return;
    if (own !== undefined || !folder.adopts) throw otherFolder(path);
    db.prepare('INSERT INTO data_folder (one, id) VALUES (1, ?)').run(folder.id);
  });
}

/**
 * Refuses a database with a write-ahead log that does not belong to its folder, before it is opened for writing: closing it
 * would write the log over the database and remove it, and the log may be all that is left of the one that was there.
 * Errors: `damaged`.
 */
export function refuseOtherFolder(path: string, folder: OwnFolder | undefined): void {
  if (folder === undefined || folder.adopts || !hasWal(path)) return;
  const own = tellOf(path, readFolderId);
  if (typeof own === 'object' && own.id !== folder.id) throw otherFolder(path);
}

function readFolderId(db: DatabaseSync): { readonly id: string | undefined } {
  const isNamed = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'data_folder'").get() !== undefined;
  return { id: isNamed ? (db.prepare('SELECT id FROM data_folder').get() as { id: string } | undefined)?.id : undefined };
}

function otherFolder(path: string): DatabaseRefusal {
  return new DatabaseRefusal(
    'damaged',
    `${basename(path)} is not the one that belongs into the data folder ${dirname(path)}. Put back the one that does, from a backup of this folder.`,
    { file: path },
  );
}
