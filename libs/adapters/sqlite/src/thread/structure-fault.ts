import type { DatabaseSync } from 'node:sqlite';

/** Reads a whole database and returns the first fault in its structure, on one line; undefined where there is none. */
export function structureFault(db: DatabaseSync): string | undefined {
  const { quick_check: found } = db.prepare('PRAGMA quick_check(1)').get() as { quick_check: string };
  return found === 'ok' ? undefined : found.replaceAll(/\s+/g, ' ').trim();
}
