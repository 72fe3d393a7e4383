import { createHash, randomBytes } from 'node:crypto';
import { open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ModelFile } from '../embedding-model.ts';

const READ_BYTES = 1 << 20;

export type FileCheck = { readonly kind: 'right' } | { readonly kind: 'absent' } | { readonly kind: 'wrong'; readonly message: string };

/** Checks that a file is exactly what the model needs. An unreadable file counts as wrong. */
export async function checkFile(path: string, file: ModelFile): Promise<FileCheck> {
  try {
    const { size } = await stat(path);
    if (size !== file.sizeBytes) return { kind: 'wrong', message: `${path} has ${size} bytes instead of ${file.sizeBytes}` };
    const digest = await hashOf(path);
    if (digest === file.sha256) return { kind: 'right' };
    return { kind: 'wrong', message: `${path} has the sha256 ${short(digest)}, not the model's ${short(file.sha256)}` };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' || code === 'ENOTDIR'
      ? { kind: 'absent' }
      : { kind: 'wrong', message: `${path} cannot be read (${code ?? 'error'})` };
  }
}

/**
 * Hashes a file through one buffer. The buffers of a stream would all stay until the next garbage collection, like a
 * second copy of the model.
 */
async function hashOf(path: string): Promise<string> {
  const hash = createHash('sha256');
  const file = await open(path);
  try {
    const room = Buffer.allocUnsafeSlow(READ_BYTES);
    for (;;) {
      const { bytesRead } = await file.read(room, 0, READ_BYTES);
      if (bytesRead === 0) return hash.digest('hex');
      hash.update(room.subarray(0, bytesRead));
    }
  } finally {
    await file.close();
  }
}

/**
 * Writes chunks to `folder` and puts the file in place only if its size and hash are right. Several processes may do so
 * at once: each writes its own draft, and the last rename wins with the same bytes. Errors: throws with the reason and
 * leaves nothing behind.
 */
export async function writeChecked(
  folder: string,
  file: ModelFile,
  chunks: AsyncIterable<Uint8Array>,
  onProgress?: (receivedBytes: number) => void,
): Promise<void> {
  const draft = join(folder, `${DRAFT_PREFIX}${randomBytes(8).toString('hex')}`);
  const path = join(folder, file.name);
  try {
    const hash = createHash('sha256');
    let received = 0;
    const handle = await open(draft, 'wx', 0o644);
    try {
      for await (const chunk of chunks) {
        received += chunk.length;
        if (received > file.sizeBytes) throw new Error(`more than the ${file.sizeBytes} bytes of ${file.name}`);
        hash.update(chunk);
        await handle.writeFile(chunk);
        onProgress?.(received);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (received !== file.sizeBytes) throw new Error(`${received} bytes instead of the ${file.sizeBytes} of ${file.name}`);
    const digest = hash.digest('hex');
    if (digest !== file.sha256) throw new Error(`what came as ${file.name} has the sha256 ${short(digest)}, not ${short(file.sha256)}`);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    // Another process may have put the file there, and the system does not replace a file that is open.
    if ((await checkFile(path, file)).kind !== 'right') throw error;
  }
}

/** Shortens a hash for messages. */
function short(digest: string): string {
  return `${digest.slice(0, 12)}...`;
}

export const DRAFT_PREFIX = '.draft-';
