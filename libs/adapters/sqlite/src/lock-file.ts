import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/**
 * Holds a file for this process until the answer is called or the process ends in any way; undefined where another holds it for
 * longer than `waitMs`. The lock is the operating system's; the file stays, empty.
 */
export function lockFile(path: string, waitMs: number): (() => void) | undefined {
  createOnce(path);
  const lock = new DatabaseSync(path, { timeout: waitMs });
  try {
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock.close();
    if ((error as { errcode?: number }).errcode === SQLITE_BUSY) return undefined;
    throw error;
  }
  return () => {
    if (lock.isOpen) lock.close();
  };
}

// Never opened here once it is there: closing any handle on a file gives up every lock that the process has on it.
function createOnce(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
