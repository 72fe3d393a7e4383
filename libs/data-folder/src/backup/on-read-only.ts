import { access, constants } from 'node:fs/promises';
import { TotalRecallError } from '@total-recall/runtime';

/** Result code of SQLite for a database whose files it can neither open nor make. */
const SQLITE_CANTOPEN = 14;

/**
 * Returns an error that says how to save a folder where no database opens because it may not be written, as on a disk
 * that became read-only; else the error itself. To read a database of a stopped service, SQLite makes files beside it.
 */
export async function onReadOnly(error: unknown, dataDir: string): Promise<unknown> {
  if (((error as { readonly errcode?: number }).errcode ?? 0) % 256 !== SQLITE_CANTOPEN) return error;
  if (!(await isRefusedForWriting(dataDir))) return error;
  return new TotalRecallError(
    'unavailable',
    `A database of ${dataDir} cannot be opened, because nothing can be written next to it. Copy the folder to a disk that can be written, and back up the copy.`,
    { cause: error },
  );
}

function isRefusedForWriting(folder: string): Promise<boolean> {
  return access(folder, constants.W_OK).then(
    () => false,
    ({ code }: NodeJS.ErrnoException) => code === 'EROFS' || code === 'EACCES',
  );
}
