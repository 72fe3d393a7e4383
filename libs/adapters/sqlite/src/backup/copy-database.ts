import { closeSync, openSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { reasonText, TotalRecallError } from '@total-recall/runtime';
import { entriesFault } from '../ledger/entry-chain.ts';
import { structureFault } from '../event-log/log-heads.ts';

export interface CopyDatabaseOptions {
  /** Database to copy. It may be open and written, by this process or another. */
  readonly from: string;
  /** File to create; it must not exist. */
  readonly to: string;
  readonly onProgress?: (pages: { readonly copied: number; readonly total: number }) => void;
}

/** Pages copied in one step, 2 MiB, so that writers and other work of the caller run between steps. */
const PAGES_A_STEP = 256;
const BUSY_MS = 10_000;

/**
 * Copies a consistent state of a database, with everything committed before the call. Writers continue; their commits
 * are not in the copy. The copy is one file without a write-ahead log, durable when this resolves. Errors: `damaged`
 * when the file is not a database.
 */
export async function copyDatabase({ from, to, onProgress }: CopyDatabaseOptions): Promise<void> {
  closeSync(openSync(to, 'wx', 0o600));
  const source = new DatabaseSync(from, { readOnly: true, timeout: BUSY_MS });
  try {
    // The transaction holds one state; without it the copy would restart with every commit of another process.
    source.exec('BEGIN');
    source.prepare('SELECT count(*) FROM sqlite_schema').get();
    await backup(source, to, {
      rate: PAGES_A_STEP,
      progress: ({ totalPages, remainingPages }) => onProgress?.({ copied: totalPages - remainingPages, total: totalPages }),
    });
  } catch (error) {
    throw asDamage(error, from);
  } finally {
    source.close();
  }
  const copy = new DatabaseSync(to);
  try {
    copy.exec('PRAGMA journal_mode = DELETE');
  } finally {
    copy.close();
  }
}

export interface DescribedDatabase {
  /** Id of the data folder that it belongs to. */
  readonly folderId?: string;
  /** Fault in its structure, or in the entries of a ledger, if any. */
  readonly fault?: string;
}

/**
 * Reads a whole database that nobody is writing, without changing it. Returns its data folder, and any fault in its
 * structure or in the entries of a ledger.
 */
export function describeDatabase(path: string): DescribedDatabase {
  try {
    const db = new DatabaseSync(path, { readOnly: true });
    try {
      const folderId = recordedFolder(db);
      const fault = structureFault(db) ?? entriesFault(db);
      return { ...(folderId !== undefined && { folderId }), ...(fault !== undefined && { fault }) };
    } finally {
      db.close();
    }
  } catch (error) {
    return { fault: reasonText(error) };
  }
}

/** Returns the id of the data folder that a database says it belongs to; undefined where it says none, or cannot be read. */
export function folderIdOf(path: string): string | undefined {
  try {
    const db = new DatabaseSync(path, { readOnly: true });
    try {
      return recordedFolder(db);
    } finally {
      db.close();
    }
  } catch {
    return undefined;
  }
}

function recordedFolder(db: DatabaseSync): string | undefined {
  const { tables } = db.prepare("SELECT count(*) AS tables FROM sqlite_schema WHERE name = 'data_folder'").get() as { tables: number };
  return tables === 0 ? undefined : (db.prepare('SELECT id FROM data_folder').get() as { id: string } | undefined)?.id;
}

/** SQLite error codes CORRUPT and NOTADB. */
const DAMAGE: ReadonlySet<number> = new Set([11, 26]);

/** Returns a refusal that names the file where the error says that it is damaged; else the error itself. */
export function asDamage(error: unknown, path: string): unknown {
  const errcode = (error as { errcode?: unknown } | null)?.errcode;
  if (typeof errcode !== 'number' || !DAMAGE.has(errcode & 0xff)) return error;
  return new TotalRecallError('damaged', `${path} is damaged and cannot be copied.`, { cause: error });
}
