import { closeSync, existsSync, openSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { TotalRecallError } from '@total-recall/runtime';

/** Long enough to outlast somebody who only looks whether the folder is held. */
const WAIT_MS = 250;
const SQLITE_BUSY = 5;

const lockPath = (dataDir: string): string => join(dataDir, 'lock.db');
/** Says who holds the folder. Nothing is decided by it: it may be empty, stale, or name a process id that is another's by now. */
const ownerPath = (dataDir: string): string => join(dataDir, 'lock');

/**
 * Holds a data folder for this process alone, until the answer is called or the process ends in any way: the lock is the
 * operating system's, on a file that stays. `unavailable` where another holds it.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const lock = takeLock(lockPath(dataDir));
  if (!lock) {
    const owner = await ownerOf(dataDir);
    throw new TotalRecallError(
      'unavailable',
      `The data folder ${dataDir} is in use by ${owner === undefined ? 'another process' : `process ${owner}`}. Stop it, or set TOTAL_RECALL_DATA_DIR to another folder.`,
    );
  }
  try {
    await writeFile(ownerPath(dataDir), String(process.pid), { mode: 0o600 });
  } catch (error) {
    lock.close();
    throw error;
  }
  return async () => {
    if (!lock.isOpen) return;
    await rm(ownerPath(dataDir), { force: true });
    lock.close();
  };
}

/** Who holds a data folder: a process id, `unknown` where it left none, undefined where nobody does. */
export async function holderOfDataDir(dataDir: string): Promise<number | 'unknown' | undefined> {
  if (!existsSync(lockPath(dataDir))) return undefined;
  const lock = takeLock(lockPath(dataDir));
  lock?.close();
  return lock ? undefined : ((await ownerOf(dataDir)) ?? 'unknown');
}

function takeLock(path: string): DatabaseSync | undefined {
  createOnce(path);
  const lock = new DatabaseSync(path, { timeout: WAIT_MS });
  try {
    lock.exec('BEGIN EXCLUSIVE');
    return lock;
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
}

// Never opened here once it is there: closing any handle on a file gives up every lock that the process has on it.
function createOnce(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

async function ownerOf(dataDir: string): Promise<number | undefined> {
  const pid = Number(await readFile(ownerPath(dataDir), 'utf8').catch(() => ''));
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}
