import { closeSync, openSync } from 'node:fs';

/**
 * Creates a lock file for its owner alone, and never opens one that is there: closing any handle of a file releases all
 * locks of the process on it. Errors: those of the file system.
 */
export function createOnce(path: string): void {
  try {
    closeSync(openSync(path, 'wx', 0o600));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
