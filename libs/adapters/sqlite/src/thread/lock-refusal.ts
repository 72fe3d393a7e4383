const SQLITE_BUSY = 5;

/** SQLite codes READONLY, FULL and NOTADB, each with the remedy. */
const REFUSALS: Readonly<Record<number, string>> = {
  8: 'it may not be written. Change its permissions.',
  13: 'its disk is full. Make room on it.',
  26: 'it is damaged. Remove it; it holds nothing.',
};

/** Says why a lock file could not be locked: `held` by another process, or a text with the remedy; undefined for all else. */
export function refusalOfLock(error: unknown): 'held' | string | undefined {
  const { errcode = 0 } = error as { errcode?: number };
  return (errcode & 0xff) === SQLITE_BUSY ? 'held' : REFUSALS[errcode & 0xff];
}
