import { existsSync } from 'node:fs';
import { lstat, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { makeFolder, orUndefinedIfMissing } from '@total-recall/adapter-files';
import { lockFile } from '@total-recall/adapter-sqlite';

/** Destination of the copy of `keys.db`: in the backup, in a separate file, or none. */
export type KeyDestination =
  | { readonly kind: 'included' }
  | { readonly kind: 'apart'; readonly file: string }
  | { readonly kind: 'left_out' };

/** Folder of its owner alone, in which the copy of the keys is made and checked. */
export interface KeyScratch {
  readonly folder: string;
  remove(): Promise<void>;
}

interface ScratchPlace {
  readonly keys: KeyDestination;
  readonly target: string;
  /** Folder of the databases, in the target. */
  readonly databases: string;
  readonly folderId: string;
}

const LOCK = 'lock.db';
const LOCK_WAIT_MS = 0;

/**
 * Opens the folder for the copy of the keys, where the next backup finds what a killed one left: keys that stayed would
 * open again what is erased later. It lies in the target, whose drafts the next backup removes, or beside the separate
 * file. Keys that are nowhere to be kept are copied into the temporary folder, under the id of the data folder.
 */
export async function openKeyScratch({ keys, target, databases, folderId }: ScratchPlace): Promise<KeyScratch> {
  if (keys.kind === 'included') {
    const folder = join(target, `${databases}-keys`);
    await mkdir(folder, { mode: 0o700 });
    return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
  }
  const parent = keys.kind === 'apart' ? dirname(resolve(keys.file)) : tmpdir();
  const prefix = keys.kind === 'apart' ? `${basename(keys.file)}.draft-` : `total-recall-keys-${folderId}-`;
  await makeFolder(parent);
  await removeLeft(parent, prefix);
  const folder = await mkdtemp(join(parent, prefix));
  const unlock = lockFile(join(folder, LOCK), LOCK_WAIT_MS);
  return {
    folder,
    async remove() {
      unlock?.();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Removes the folders that no backup holds, and that are ours: others may write to a temporary folder, too. */
async function removeLeft(parent: string, prefix: string): Promise<void> {
  for (const entry of await readdir(parent)) {
    const folder = join(parent, entry);
    if (!entry.startsWith(prefix) || !(await isOurs(folder)) || !existsSync(join(folder, LOCK))) continue;
    const unlock = lockFile(join(folder, LOCK), LOCK_WAIT_MS);
    if (!unlock) continue;
    unlock();
    await rm(folder, { recursive: true, force: true });
  }
}

async function isOurs(folder: string): Promise<boolean> {
  const found = await orUndefinedIfMissing(lstat(folder));
  return found !== undefined && found.isDirectory() && (process.getuid === undefined || found.uid === process.getuid());
}
