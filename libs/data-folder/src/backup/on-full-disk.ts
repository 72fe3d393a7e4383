import { TotalRecallError } from '@total-recall/runtime';

/** Result code of SQLite for a disk that is full. */
const SQLITE_FULL = 13;

/** Returns an error that names the folder where its disk is full, with what became of the work; else the error itself. */
export function onFullDisk(error: unknown, folder: string, outcome: string): unknown {
  const { code, errcode } = error as NodeJS.ErrnoException & { readonly errcode?: number };
  if (code !== 'ENOSPC' && code !== 'EDQUOT' && errcode !== SQLITE_FULL) return error;
  return new TotalRecallError('unavailable', `The disk under ${folder} is full. ${outcome} Make room, or choose another folder.`);
}
