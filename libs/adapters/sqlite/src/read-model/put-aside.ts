import { rename, rm } from 'node:fs/promises';

/**
 * Renames a file or folder and replaces the one put aside before. It is kept for inspection and may be removed.
 * Resolves to its new path.
 */
export async function putAside(path: string): Promise<string> {
  const aside = `${path}.damaged`;
  await rm(aside, { recursive: true, force: true });
  await rename(path, aside);
  for (const end of ['-wal', '-shm']) await rm(`${path}${end}`, { force: true });
  return aside;
}
