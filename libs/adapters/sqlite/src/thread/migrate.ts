import type { DatabaseSync } from 'node:sqlite';
import { damagedFile, newerFile } from './check-database.ts';
import { inTransaction } from './open-database.ts';

type Step = string | ((db: DatabaseSync) => void);

/** Messages of steps that make what is there already. SQLite gives them the code of any statement that is wrong. */
const MADE_BEFORE = /already exists|^duplicate column name/;

/**
 * Migrates the tables of one owner to the newest version: step n of `steps` makes version n. Several owners may share a
 * file, so versions are stored by owner and not in `user_version`. A released step is never edited; changes are new
 * steps.
 * Errors: `damaged`, naming the file, where its version is none that this program makes, or not that of its tables.
 */
export function migrate(db: DatabaseSync, owner: string, steps: readonly Step[]): void {
  inTransaction(db, () => {
    const hadTables = db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table'").get() !== undefined;
    db.exec('CREATE TABLE IF NOT EXISTS schema_version (owner TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID, STRICT');
    const row = db.prepare('SELECT version FROM schema_version WHERE owner = ?').get(owner) as { version: number } | undefined;
    const version = row?.version ?? 0;
    if (version > steps.length) throw newerFile(db.location()!, version, steps.length);
    if (!Number.isInteger(version) || version < 0) throw damagedFile(db.location()!, `its tables say that they are of version ${version}`);
    if (version === steps.length) return;
    try {
      for (const step of steps.slice(version)) run(db, step);
    } catch (error) {
      if (!hadTables || !(error instanceof Error) || !MADE_BEFORE.test(error.message)) throw error;
      const said =
        row === undefined ? 'it does not say of which version its tables are' : `its tables are not of version ${version}, as it says`;
      throw damagedFile(db.location()!, said);
    }
    db.prepare(
      'INSERT INTO schema_version (owner, version) VALUES (?, ?) ON CONFLICT (owner) DO UPDATE SET version = excluded.version',
    ).run(owner, steps.length);
  });
}

function run(db: DatabaseSync, step: Step): void {
  if (typeof step === 'string') db.exec(step);
  else step(db);
}
