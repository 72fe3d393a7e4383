import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { readNoted, writeNoted } from '../thread/noted-beside.ts';
import { DatabaseRefusal } from '../thread/serve-database.ts';

/** Step of the schema for the number of changes. */
export const CHANGES = `CREATE TABLE changes (one INTEGER PRIMARY KEY CHECK (one = 1), number INTEGER NOT NULL) STRICT;
   INSERT INTO changes (one, number) VALUES (1, 0);`;

/** The number of changes of tenants, API keys and policies. It is noted beside the file, so that an older copy of that shows. */
export interface ControlChanges {
  /** Counts a change, within its transaction. */
  count(): void;
  /** Notes the number beside the file, once the change is committed. */
  note(): void;
}

/**
 * Opens the number of changes. Errors: `damaged` for a file that has fewer than were noted: keys that were revoked since
 * would be valid again.
 */
export function openControlChanges(db: DatabaseSync, path: string): ControlChanges {
  const beside = `${path}.changes`;
  const find = db.prepare('SELECT number FROM changes');
  const count = db.prepare('UPDATE changes SET number = number + 1');
  const number = (): number => (find.get() as { number: number }).number;
  const note = (): void => writeNoted(beside, `${number()}\n`);
  const noted = Number.parseInt(readNoted(beside) ?? '', 10) || 0;
  if (noted > number())
    throw new DatabaseRefusal(
      'damaged',
      `${basename(path)} is older than the one that was here: it has ${number()} of ${noted} changes of tenants, API keys and policies, ` +
        `and keys that were revoked since would be valid again. Put the newest copy back. To go on with this one, remove ${beside}, ` +
        'and revoke anew what was revoked since: total-recall keys list.',
      { file: path },
    );
  if (noted < number()) note();
  return { count: () => void count.run(), note };
}
