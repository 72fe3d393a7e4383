import { createHash } from 'node:crypto';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { orUndefinedIfMissing } from '@total-recall/adapter-files';
import type { BackupFile } from './backup-manifest.ts';
import { NotRegularError, openRegular, type Links } from './regular-file.ts';

export type FileSum = Omit<BackupFile, 'path'>;

/** Result of the comparison of a file with its recorded sum. */
export type FoundFile = 'whole' | 'missing' | 'damaged' | 'no regular file';

const CHUNK_BYTES = 1024 * 1024;

/** Returns the size and SHA-256 of a file. Errors: ENOENT; `damaged` for what is no regular file. */
export async function measureFile(path: string, links: Links = 'follows'): Promise<FileSum> {
  return pass(path, links, async () => undefined);
}

/**
 * Copies a file to a new path, readable by its owner only and durable when this resolves. Errors: ENOENT, EEXIST;
 * `damaged` for what is no regular file.
 */
export async function copyFile(from: string, to: string, links: Links = 'follows'): Promise<FileSum> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const file = await open(to, 'wx', 0o600);
  try {
    const sum = await pass(from, links, async (chunk) => {
      await file.writeFile(chunk);
    });
    await file.sync();
    return sum;
  } catch (error) {
    await rm(to, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}

/** Compares a file of a backup with the sum recorded for it, and copies it to `to` on the way if that is given. */
export async function copyChecked(from: string, written: FileSum, to: string | undefined): Promise<FoundFile> {
  try {
    const found = await orUndefinedIfMissing(to === undefined ? measureFile(from, 'refuses') : copyFile(from, to, 'refuses'));
    if (found === undefined) return 'missing';
    if (found.bytes === written.bytes && found.sha256 === written.sha256) return 'whole';
    if (to !== undefined) await rm(to, { force: true });
    return 'damaged';
  } catch (error) {
    if (error instanceof NotRegularError) return 'no regular file';
    throw error;
  }
}

/** Reads a file in chunks. A stream costs ten times as much for the many small files of a store. */
async function pass(path: string, links: Links, take: (chunk: Buffer) => Promise<void>): Promise<FileSum> {
  const hash = createHash('sha256');
  let bytes = 0;
  const file = await openRegular(path, links);
  try {
    const { size } = await file.stat();
    const buffer = Buffer.allocUnsafe(Math.min(CHUNK_BYTES, size + 1));
    for (;;) {
      const { bytesRead } = await file.read(buffer, 0, buffer.length, null);
      if (bytesRead === 0) break;
      const chunk = buffer.subarray(0, bytesRead);
      hash.update(chunk);
      bytes += bytesRead;
      await take(chunk);
    }
  } finally {
    await file.close();
  }
  return { bytes, sha256: hash.digest('hex') };
}
