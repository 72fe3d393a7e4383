import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { checkDatabase } from '../thread/check-database.ts';
import { DatabaseRefusal } from '../thread/serve-database.ts';

/** Bytes of the header of a database, with the size of its pages at 16 and their count at 28. */
const HEADER_BYTES = 32;

/**
 * Refuses a log whose file is shorter than its header says and has a fault: its last page may read as an end of the log
 * far below the records that it has. All of the file is read only where it is too short. Errors: `damaged`.
 */
export function refuseCutFile(path: string): void {
  // The pages that are missing may be in the write-ahead log that a crash left.
  if ((statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0 || !isShorterThanSaid(path)) return;
  const fault = checkDatabase(path, { readOnly: true });
  const file = basename(path);
  if (fault !== undefined)
    throw new DatabaseRefusal('damaged', `${file} is damaged, as its end is missing: ${fault}. Put ${file} back from a backup.`, {
      file: path,
    });
}

function isShorterThanSaid(path: string): boolean {
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size < HEADER_BYTES) return false;
  const header = Buffer.alloc(HEADER_BYTES);
  const file = openSync(path, 'r');
  try {
    readSync(file, header, 0, HEADER_BYTES, 0);
  } finally {
    closeSync(file);
  }
  return size < header.readUInt32BE(28) * header.readUInt16BE(16);
}
