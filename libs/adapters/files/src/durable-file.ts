import { randomBytes } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { makeFolder } from './make-folder.ts';

/** Returns the result of a file operation; undefined when the file does not exist. */
export async function orUndefinedIfMissing<T>(operation: Promise<T>): Promise<T | undefined> {
  try {
    return await operation;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Writes a file so that after a crash it is either complete on disk or absent: draft, fsync, rename, fsync of the
 * folder.
 */
export async function writeDurably(draftFolder: string, path: string, bytes: Uint8Array): Promise<void> {
  const draft = join(draftFolder, randomBytes(12).toString('hex'));
  try {
    const file = await open(draft, 'wx', 0o600);
    try {
      await file.writeFile(bytes);
      await file.sync();
    } finally {
      await file.close();
    }
    await makeFolderDurably(dirname(path));
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/**
 * Moves a file to another folder of the same file system and keeps its time. The move is durable when it resolves.
 * Errors: ENOENT.
 */
export async function moveDurably(from: string, to: string): Promise<void> {
  await stat(from);
  await makeFolderDurably(dirname(to));
  await rename(from, to);
  await syncFolder(dirname(to));
  await syncFolder(dirname(from));
}

export async function syncFolder(path: string): Promise<void> {
  // Windows cannot open folders; its renames are journalled.
  if (process.platform === 'win32') return;
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}

/** Creates a folder and syncs its entry and those of the parents created with it. */
async function makeFolderDurably(path: string): Promise<void> {
  const first = await makeFolder(path);
  if (first === undefined) return;
  for (let made = path; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made));
}
