import { resultCode } from './result-code.ts';

const SQLITE_BUSY = 5;

/** Tells the remedy where a file has no room to be opened. */
export const FULL_DISK = 'its disk is full. Make room on it and start again; nothing that was acknowledged is lost.';

/** SQLite codes READONLY, FULL, CANTOPEN and NOTADB, each with the remedy. */
const REFUSALS: Readonly<Record<number, string>> = {
  8: 'it or its folder is not writable. Change its permissions, and those of its folder.',
  13: FULL_DISK,
  14: 'it cannot be opened. Check that it is a file, and the permissions of it and of its folder.',
  26: 'it is damaged. Remove it; it holds nothing.',
};

/** Why a lock file could not be locked: another process holds it, or a reason with its remedy. */
export type LockRefusal = { readonly kind: 'held' } | { readonly kind: 'refused'; readonly reason: string };

/** Says why a lock file could not be locked; undefined for errors that are not about the file. */
export function refusalOfLock(error: unknown): LockRefusal | undefined {
  const { errcode = 0 } = error as { errcode?: number };
  if (resultCode(errcode) === SQLITE_BUSY) return { kind: 'held' };
  const reason = REFUSALS[resultCode(errcode)];
  return reason === undefined ? undefined : { kind: 'refused', reason };
}
