import { DatabaseSync } from 'node:sqlite';
import { TotalRecallError } from '@total-recall/runtime';
import { createOnce } from './thread/create-once.ts';
import { refusalOfLock } from './thread/lock-refusal.ts';

/** Locks that are held. A database that nothing refers to any more is closed by the garbage collector, and its lock is gone. */
const HELD = new Set<DatabaseSync>();

/**
 * Locks a file until the returned function is called or the process ends in any way. Returns undefined when another
 * process holds it for longer than `waitMs`. It is a lock of the operating system; the file stays, empty. Errors:
 * `unavailable` where the disk or the file does not allow it.
 */
export function lockFile(path: string, waitMs: number): (() => void) | undefined {
  createOnce(path);
  let lock: DatabaseSync | undefined;
  try {
    lock = new DatabaseSync(path, { timeout: waitMs });
    lock.exec('BEGIN EXCLUSIVE');
  } catch (error) {
    lock?.close();
    const refusal = refusalOfLock(error);
    if (refusal === undefined) throw error;
    if (refusal.kind === 'held') return undefined;
    throw new TotalRecallError('unavailable', `${path} cannot be locked: ${refusal.reason}`, { cause: error });
  }
  const held = lock;
  HELD.add(held);
  return () => {
    if (HELD.delete(held)) held.close();
  };
}
