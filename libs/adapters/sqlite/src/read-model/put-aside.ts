import { readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

const ASIDE = '.damaged';
/** Names that `putAside` makes. Files that somebody else named so are not ours to remove. */
const OURS = /^(?:anatomy\.db|units\.db|read-model-[0-9a-f]+-v\d+)\.damaged(?:-2)?$/;

/**
 * Renames a file or folder, which is kept for inspection and may be removed. The first one put aside stays, as it may
 * be the last copy of what its log has lost since; of later ones the newest. Resolves to its new path.
 */
export async function putAside(path: string): Promise<string> {
  const first = `${path}${ASIDE}`;
  const aside = (await stat(first).catch(() => undefined)) === undefined ? first : `${first}-2`;
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
