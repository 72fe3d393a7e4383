import { rename, rm } from 'node:fs/promises';
import { TotalRecallError } from '@total-recall/runtime';

/** Returns true for an error that means that data on disk is not what was written. */
export function isDamage(error: unknown): boolean {
  return error instanceof TotalRecallError && error.code === 'damaged';
}

/**
 * Renames a damaged file or folder and replaces the one put aside before. It is kept for inspection and may be removed.
 * Resolves to its new path.
 */
export async function putAside(path: string): Promise<string> {
  const aside = `${path}.damaged`;
  await rm(aside, { recursive: true, force: true });
  await rename(path, aside);
  for (const end of ['-wal', '-shm']) await rm(`${path}${end}`, { force: true });
  return aside;
}
