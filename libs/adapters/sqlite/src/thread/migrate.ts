import type { DatabaseSync } from 'node:sqlite';
import { inTransaction } from './open-database.ts';
import { DatabaseRefusal } from './serve-database.ts';

/**
 * Migrates the tables of one owner to the newest version: step n of `steps` makes version n. Several owners may share a
 * file, so versions are stored by owner and not in `user_version`. A released step is never edited; changes are new
 * steps.
 * Errors: `internal` when the file has a newer version than this program knows.
 */
export function migrate(db: DatabaseSync, owner: string, steps: readonly (string | ((db: DatabaseSync) => void))[]): void {
  inTransaction(db, () => {
    db.exec('CREATE TABLE IF NOT EXISTS schema_version (owner TEXT PRIMARY KEY, version INTEGER NOT NULL) WITHOUT ROWID, STRICT');
    const row = db.prepare('SELECT version FROM schema_version WHERE owner = ?').get(owner) as { version: number } | undefined;
    const version = row?.version ?? 0;
    if (version > steps.length) {
      throw new DatabaseRefusal(
        'internal',
        `The tables of ${owner} are of version ${version}, this program knows ${steps.length}. Start the newer program.`,
      );
    }
    if (version === steps.length) return;
    for (const step of steps.slice(version)) {
      if (typeof step === 'string') db.exec(step);
      else step(db);
    }
    db.prepare(
      'INSERT INTO schema_version (owner, version) VALUES (?, ?) ON CONFLICT (owner) DO UPDATE SET version = excluded.version',
    ).run(owner, steps.length);
  });
}
