import { isFullDisk } from '@total-recall/adapter-sqlite';
import { TotalRecallError } from '@total-recall/runtime';

/** Returns an error that names the folder where its disk is full, with what became of the work; else the error itself. */
export function onFullDisk(error: unknown, folder: string, outcome: string): unknown {
  if (!saysFullDisk(error)) return error;
  return new TotalRecallError('unavailable', `The disk under ${folder} is full. ${outcome} Make room, or choose another folder.`);
}

/** Returns true where an error, or what caused it, is that of a full disk. A database of a thread of its own gives it as the cause. */
export function saysFullDisk(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, errcode, cause } = error as NodeJS.ErrnoException & { readonly errcode?: number };
  return code === 'ENOSPC' || code === 'EDQUOT' || (errcode !== undefined && isFullDisk(errcode)) || saysFullDisk(cause);
}
