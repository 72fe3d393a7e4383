import { DatabaseSync } from 'node:sqlite';
import { DatabaseRefusal } from './serve-database.ts';

/** Reads a whole database that nobody has open; `readOnly` leaves its folder as it is. Returns a fault in its structure, if any. */
export function checkDatabase(path: string, { readOnly = false }: { readonly readOnly?: boolean } = {}): string | undefined {
  try {
    const db = new DatabaseSync(path, { readOnly });
    try {
      return quickCheck(db);
    } finally {
      db.close();
    }
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** Reads a whole database that is open here, or one of its tables. Returns the first fault in its structure, if any, on one line. */
export function quickCheck(db: DatabaseSync, table?: string): string | undefined {
  const { quick_check: found } = db.prepare(`PRAGMA quick_check(${table === undefined ? 1 : `'${table}'`})`).get() as {
    quick_check: string;
  };
  return found === 'ok' ? undefined : found.replaceAll(/\s+/g, ' ').trim();
}

/** Creates the error for a damaged database that cannot be rebuilt. `unless` says when another remedy is the right one. */
export function damagedFile(path: string, fault: string, unless?: string): DatabaseRefusal {
  const message = `${path} is damaged: ${fault}. Put it back from a backup of this folder.`;
  return new DatabaseRefusal('damaged', unless === undefined ? message : `${message} ${unless}`, { file: path });
}

/** Refuses a file of a newer program, or one whose version was changed: nothing tells which. */
export function newerFile(path: string, version: number, newest: number): DatabaseRefusal {
  const message = `The tables of ${path} are of version ${version}, and this program knows versions up to ${newest}. If a newer program ran on this folder, start that one, or restore a backup that this one made. If none did, the file is damaged: put it back from a backup of this folder.`;
  return new DatabaseRefusal('damaged', message, { file: path });
}

/** Checks the structure of a database. Errors: `damaged`. */
export function refuseDamage(db: DatabaseSync, path: string): void {
  const fault = quickCheck(db);
  if (fault !== undefined) throw damagedFile(path, fault);
}
