import { rename, rm } from 'node:fs/promises';
import { TotalRecallError } from '@total-recall/runtime';

/** Whether an error says that what is on the disk is not what was written. */
export function isDamage(error: unknown): boolean {
  return error instanceof TotalRecallError && error.code === 'damaged';
}

/**
 * Moves a damaged file or folder out of the way, in the place of what was put aside before it: it may be removed, and is kept for who wants to look.
 * Resolves to where it is.
 */
export async function putAside(path: string): Promise<string> {
  const aside = `${path}.damaged`;
  await rm(aside, { recursive: true, force: true });
  await rename(path, aside);
  for (const end of ['-wal', '-shm']) await rm(`${path}${end}`, { force: true });
  return aside;
}
