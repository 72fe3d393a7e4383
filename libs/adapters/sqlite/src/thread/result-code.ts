const SQLITE_FULL = 13;
/**
 * SQLITE_IOERR_SHMSIZE: there was no room for the index of a write-ahead log, which every opening of a database makes. It
 * is the first thing that a full disk refuses, and SQLite calls it a failed disk.
 */
const NO_ROOM_FOR_WAL_INDEX = 4_874;

/** Returns the primary result code of SQLite for a code that it gave: what its user can do something about. */
export function resultCode(errcode: number): number {
  return errcode === NO_ROOM_FOR_WAL_INDEX ? SQLITE_FULL : errcode & 0xff;
}

/** Returns true for a result code of SQLite for a disk without room. */
export function isFullDisk(errcode: number): boolean {
  return resultCode(errcode) === SQLITE_FULL;
}
