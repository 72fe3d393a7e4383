import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { KeyStore } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { KEY_BYTES } from './wrap-key.ts';

/**
 * The master key in a file of 64 hex digits that only its owner may read; made if it is not there. Two that start at once get the
 * same key. Errors: `invalid_request` where group or others may touch the file, or it is no key.
 */
export async function loadOrCreateMasterKey(path: string): Promise<Uint8Array> {
  try {
    return await readMasterKey(path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const draft = `${path}.${randomBytes(6).toString('hex')}`;
  await writeMasterKey(draft, randomBytes(KEY_BYTES));
  try {
    // A link fails where a file is already, so that the first of several wins.
    await link(draft, path);
    await syncFolder(dirname(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  return readMasterKey(path);
}

/**
 * Puts a new random master key in the place of the old: first durable beside it (`.next`), then in the store, then in the file. Cut
 * short at any point, one of the two files fits the store.
 */
export async function rotateMasterKeyFile(path: string, store: KeyStore): Promise<void> {
  const next = `${path}.next`;
  const key = randomBytes(KEY_BYTES);
  await writeMasterKey(next, key);
  await syncFolder(dirname(path));
  await store.rotateMaster(key);
  await rename(next, path);
  await syncFolder(dirname(path));
}

async function readMasterKey(path: string): Promise<Uint8Array> {
  const file = await open(path, 'r');
  try {
    const { mode } = await file.stat();
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      throw new TotalRecallError(
        'invalid_request',
        `The master key file ${path} may be read by others than its owner. Run: chmod 600 ${path}`,
      );
    }
    const text = (await readFile(file, 'utf8')).trim();
    if (!/^[0-9a-f]{64}$/.test(text))
      throw new TotalRecallError('invalid_request', `The master key file ${path} does not hold 64 hex digits.`);
    return new Uint8Array(Buffer.from(text, 'hex'));
  } finally {
    await file.close();
  }
}

/** Errors: EEXIST where the file is there already, which for `.next` means a rotation that was cut short. */
async function writeMasterKey(path: string, key: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(`${Buffer.from(key).toString('hex')}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
}

async function syncFolder(path: string): Promise<void> {
  const folder = await open(path, 'r');
  try {
    await folder.sync();
  } finally {
    await folder.close();
  }
}
