import { closeSync, openSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';

const SQLITE_BUSY = 5;

/**
 * Locks a file until the returned function is called or the process ends in any way. Returns undefined when another
 * process holds it for longer than `waitMs`. It is a lock of the operating system; the file stays, empty.
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

// Creates the file, but never opens an existing one: closing any handle of a file releases all locks of the process on
// it.
function createOnce(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
