import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

const ASIDE = '.damaged';
/** Names that `putAside` makes. Files that somebody else named so are not ours to remove. */
const OURS = /^(?:anatomy\.db|units\.db|read-model-[0-9a-f]+-v\d+)\.damaged$/;

/**
 * Renames a file or folder and replaces the one put aside before. It is kept for inspection and may be removed.
 * Resolves to its new path.
 */
export async function putAside(path: string): Promise<string> {
  const aside = `${path}${ASIDE}`;
  await rm(aside, { recursive: true, force: true });
  await rename(path, aside);
  for (const end of ['-wal', '-shm']) await rm(`${path}${end}`, { force: true });
  return aside;
}

/** Names what was put aside in a folder, in no order. */
export async function listPutAside(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => OURS.test(name));
}

/** Removes from a folder what was put aside. A repeat succeeds. */
export async function removePutAside(folder: string, names: readonly string[]): Promise<void> {
  for (const name of names) await rm(join(folder, name), { recursive: true, force: true });
}
