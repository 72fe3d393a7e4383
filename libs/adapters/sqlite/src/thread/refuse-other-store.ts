import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { damagedFile } from './check-database.ts';
import { DatabaseRefusal } from './serve-database.ts';

/** Files of a data folder by the owner of their tables. */
const FILE_OF: Readonly<Record<string, string>> = {
  'event-log': 'log.db',
  'key-store': 'keys.db',
  'control-store': 'control.db',
  ledger: 'ledger.db',
};

/** Owners of tables that are rebuilt where they are lost. */
const REBUILT: ReadonlySet<string> = new Set(['memory-index', 'session-store', 'unit-store', 'anatomy-store']);

/**
 * Refuses a database that holds the tables of another store of the same folder, before any are made in it: it would pass
 * for a new one, without what was in the right file. Errors: `damaged`.
 */
export function refuseOtherStore(db: DatabaseSync, path: string, owner: string): void {
  if (!db.prepare("SELECT 1 FROM sqlite_master WHERE name = 'schema_version'").get()) return;
  const owners = db
    .prepare('SELECT owner FROM schema_version')
    .all()
    .map((row) => String(row['owner']));
  // A start under a wrong name by a version that did not look has made its own tables beside those of the other store.
  const other = owners.find((one) => one !== owner && one in FILE_OF);
  if (other === undefined && (owners.length === 0 || owners.includes(owner))) return;
  if (other === undefined && !owners.some((one) => REBUILT.has(one))) throw damagedFile(path, 'its tables are of no store that there is');
  throw new DatabaseRefusal(
    'damaged',
    `${basename(path)} contains the data of ${FILE_OF[other ?? ''] ?? 'another file'}. Give every file its own name again; nothing was changed in it.`,
    { file: path },
  );
}
