import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, open, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { orUndefinedIfMissing } from '@total-recall/adapter-files';
import type { BackupFile } from './backup-manifest.ts';

export type FileSum = Omit<BackupFile, 'path'>;

const CHUNK_BYTES = 1024 * 1024;

/** Returns the size and SHA-256 of a file. Errors: ENOENT. */
export async function measureFile(path: string): Promise<FileSum> {
  return pass(path, async () => undefined);
}

/** Copies a file to a new path, readable by its owner only and durable when this resolves. Errors: ENOENT, EEXIST. */
export async function copyFile(from: string, to: string): Promise<FileSum> {
  await mkdir(dirname(to), { recursive: true, mode: 0o700 });
  const file = await open(to, 'wx', 0o600);
  try {
    const sum = await pass(from, async (chunk) => {
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

/** Compares a file with the sum recorded for it, and copies it to `to` on the way if that is given. */
export async function copyChecked(from: string, written: FileSum, to: string | undefined): Promise<'whole' | 'missing' | 'damaged'> {
  const found = await orUndefinedIfMissing(to === undefined ? measureFile(from) : copyFile(from, to));
  if (found === undefined) return 'missing';
  return found.bytes === written.bytes && found.sha256 === written.sha256 ? 'whole' : 'damaged';
}

async function pass(path: string, take: (chunk: Buffer) => Promise<void>): Promise<FileSum> {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
    await take(chunk);
  }
  return { bytes, sha256: hash.digest('hex') };
}
