import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TotalRecallError } from '@total-recall/runtime';
import { lockFile } from './lock-file.ts';

/** Time to wait for the lock, longer than a mere check whether the folder is held. */
const WAIT_MS = 250;

const LOCK = 'lock.db';
/** File that names the holder. Nothing relies on it: it may be empty, stale, or name a process id that was reused. */
const OWNER = 'lock';
/** Files that a lock makes in a data folder; the journal of SQLite is there while it is held. */
export const LOCK_FILES: readonly string[] = [LOCK, `${LOCK}-journal`, OWNER];

const lockPath = (dataDir: string): string => join(dataDir, LOCK);
const ownerPath = (dataDir: string): string => join(dataDir, OWNER);

/**
 * Locks a data folder for this process, until the returned function is called or the process ends in any way. It is a
 * lock of the operating system on a file that stays. Errors: `unavailable` when another process holds it.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const release = lockFile(lockPath(dataDir), WAIT_MS);
  if (!release) {
    const owner = await ownerOf(dataDir);
    throw new TotalRecallError(
      'unavailable',
      `The data folder ${dataDir} is in use by ${owner === undefined ? 'another process' : `process ${owner}`}. Stop it, or choose another folder with --data-dir or TOTAL_RECALL_DATA_DIR.`,
      { details: { problem: 'in_use' } },
    );
  }
  try {
    await writeFile(ownerPath(dataDir), String(process.pid), { mode: 0o600 });
  } catch (error) {
    release();
    throw error;
  }
  let held = true;
  return async () => {
    if (!held) return;
    held = false;
    await rm(ownerPath(dataDir), { force: true });
    release();
  };
}

/** Returns the process id of the folder's holder, `unknown` when it left none, undefined when nobody holds it. */
export async function holderOfDataDir(dataDir: string): Promise<number | 'unknown' | undefined> {
  if (!existsSync(lockPath(dataDir))) return undefined;
  const release = lockFile(lockPath(dataDir), WAIT_MS);
  release?.();
  return release ? undefined : ((await ownerOf(dataDir)) ?? 'unknown');
}

async function ownerOf(dataDir: string): Promise<number | undefined> {
  const pid = Number(await readFile(ownerPath(dataDir), 'utf8').catch(() => ''));
  return Number.isInteger(pid) && pid > 0 ? pid : undefined;
}
