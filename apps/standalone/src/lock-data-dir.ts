import { existsSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { lockFile } from '@total-recall/adapter-sqlite';
import { TotalRecallError } from '@total-recall/runtime';

/** Long enough to outlast somebody who only looks whether the folder is held. */
const WAIT_MS = 250;

const lockPath = (dataDir: string): string => join(dataDir, 'lock.db');
/** Says who holds the folder. Nothing is decided by it: it may be empty, stale, or name a process id that is another's by now. */
const ownerPath = (dataDir: string): string => join(dataDir, 'lock');

/**
 * Holds a data folder for this process alone, until the answer is called or the process ends in any way: the lock is the
 * operating system's, on a file that stays. `unavailable` where another holds it.
 */
export async function lockDataDir(dataDir: string): Promise<() => Promise<void>> {
  const release = lockFile(lockPath(dataDir), WAIT_MS);
  if (!release) {
    const owner = await ownerOf(dataDir);
    throw new TotalRecallError(
      'unavailable',
      `The data folder ${dataDir} is in use by ${owner === undefined ? 'another process' : `process ${owner}`}. Stop it, or set TOTAL_RECALL_DATA_DIR to another folder.`,
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

/** Who holds a data folder: a process id, `unknown` where it left none, undefined where nobody does. */
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
