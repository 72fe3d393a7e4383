import { randomBytes } from 'node:crypto';
import { link, open, readdir, realpath, rename, rm } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { MasterKeys } from '@total-recall/ports';
import {
  holdMasterKeys,
  KEY_BYTES,
  masterKeyVersion,
  OPENED_AT_ONCE,
  readMasterKeys,
  readSecretBytes,
  SECRET_FILE_BYTES,
  TotalRecallError,
} from '@total-recall/runtime';
import { orUndefinedIfMissing, syncFolder } from './durable-file.ts';
import { makeFolder } from './make-folder.ts';

const OTHERS = 0o077;
const OWNER_WRITES = 0o200;

/**
 * Reads master keys from a file that only its owner may read: lines of 64 hex digits, the active key first. Errors:
 * `invalid_request` when group or others have access to the file, or its content is different.
 */
export function createFileMasterKeys(path: string): MasterKeys {
  return createKeysOfFile(path, () => undefined);
}

function createKeysOfFile(path: string, found: (mode: number) => void): MasterKeys {
  const source = `the file ${path}`;
  const read = async (): Promise<Uint8Array[]> => {
    const { text, mode } = await readKeyFile(path);
    found(mode);
    return readMasterKeys(text, source);
  };
  const held = holdMasterKeys(source, read);
  const rewrite = async (change: (keys: readonly Uint8Array[]) => readonly Uint8Array[]): Promise<void> => {
    const before = await read();
    const keys = change(before);
    // A link stays one: keys that are kept elsewhere are not moved into the folder of the link.
    const target = await realpath(path);
    const stays = new Set(keys.map((key) => masterKeyVersion(key).version));
    const retired = before.filter((key) => !stays.has(masterKeyVersion(key).version));
    // Durable before they are taken out: backups made under them open with nothing else.
    if (retired.length > 0) await keepFormer(formerKeysFile(target), retired);
    await replaceKeys(target, keys);
  };
  return {
    ...held,
    make: async () => {
      const key = new Uint8Array(randomBytes(KEY_BYTES));
      await rewrite((keys) => [key, ...keys]);
      return masterKeyVersion(key);
    },
    retireAllBut: async ({ version }) => {
      const others = (await held.versions()).filter((other) => other.version !== version);
      if (others.length === 0) return;
      await rewrite((keys) => {
        const kept = keys.filter((key) => masterKeyVersion(key).version === version);
        if (kept.length > 0) return kept;
        throw new TotalRecallError(
          'unavailable',
          `The master key ${version} is not in ${source}, so none is taken out of it. Put it there, beside the others.`,
        );
      });
      await held.versions();
    },
  };
}

/**
 * Opens master keys as `createFileMasterKeys` does, and creates a missing file with one key. When several processes
 * start at once, all get the same key. A file that its owner may not write is a copy of keys kept elsewhere, so no key
 * is created or retired in it.
 */
export async function openFileMasterKeys(path: string): Promise<MasterKeys> {
  let mode = 0;
  const masters = createKeysOfFile(path, (found) => (mode = found));
  const { source, versions, wrap, unwrap } = masters;
  try {
    await masters.versions();
    return (mode & OWNER_WRITES) === 0 ? { source, versions, wrap, unwrap } : masters;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  await makeFolder(dirname(path));
  const draft = draftOf(path);
  await writeKeys(draft, [randomBytes(KEY_BYTES)]);
  try {
    // A link fails if the file exists, so the first process wins.
    await link(draft, path);
    await syncFolder(dirname(path));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await rm(draft, { force: true });
  }
  await masters.versions();
  return masters;
}

/** Returns the file beside a key file that keeps the keys taken out of it. No service reads it. */
export function formerKeysFile(path: string): string {
  return `${path}.former`;
}

/** Adds keys to the file of former ones, the newest first. Errors: `invalid_request` for a file there that holds no keys. */
async function keepFormer(path: string, retired: readonly Uint8Array[]): Promise<void> {
  const found = await orUndefinedIfMissing(readKeyFile(path));
  const known = found === undefined ? [] : readMasterKeys(found.text, `the file ${path}`);
  const added = new Set(retired.map((key) => masterKeyVersion(key).version));
  await replaceKeys(path, [...retired, ...known.filter((key) => !added.has(masterKeyVersion(key).version))]);
}

/** Writes a key file in the place of the one that is there, as a whole. */
async function replaceKeys(path: string, keys: readonly Uint8Array[]): Promise<void> {
  // A killed process may have left a draft, which has keys that no longer wrap anything.
  await removeDrafts(path);
  const draft = draftOf(path);
  try {
    await writeKeys(draft, keys);
    await rename(draft, path);
  } catch (error) {
    await rm(draft, { force: true });
    throw error;
  }
  await syncFolder(dirname(path));
}

/** Ending of drafts, which nobody gives to a copy of the keys. */
const DRAFT = '.draft-';
const draftOf = (path: string): string => `${path}${DRAFT}${randomBytes(6).toString('hex')}`;

async function removeDrafts(path: string): Promise<void> {
  for (const entry of await readdir(dirname(path)))
    if (entry.startsWith(basename(path) + DRAFT)) await rm(join(dirname(path), entry), { force: true });
}

/** Checks and reads a file through one handle, so that no other file can take its place in between. */
async function readKeyFile(path: string): Promise<{ readonly text: string; readonly mode: number }> {
  const file = await open(path, OPENED_AT_ONCE).catch((error: NodeJS.ErrnoException) => {
    // A socket cannot be opened.
    throw error.code === 'ENXIO' ? noKeyFile(path, 'is not a regular file') : error;
  });
  try {
    const found = await file.stat();
    if (!found.isFile()) throw noKeyFile(path, found.isDirectory() ? 'is a folder' : 'is not a regular file');
    if (process.platform !== 'win32' && (found.mode & OTHERS) !== 0)
      throw new TotalRecallError(
        'invalid_request',
        `The master key file ${path} may be read by others than its owner. Run: chmod 600 ${path}`,
      );
    const bytes = readSecretBytes(file.fd);
    if (!bytes) throw noKeyFile(path, `has more than ${SECRET_FILE_BYTES} bytes`);
    return { text: bytes.toString('utf8'), mode: found.mode };
  } finally {
    await file.close();
  }
}

function noKeyFile(path: string, what: string): TotalRecallError {
  return new TotalRecallError(
    'invalid_request',
    `${path} ${what}, but must be the file of the master key. Put your copy of the key in its place. (A container creates a folder if the file to mount is missing.)`,
  );
}

async function writeKeys(path: string, keys: readonly Uint8Array[]): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(keys.map((key) => `${Buffer.from(key).toString('hex')}\n`).join(''));
    await file.sync();
  } finally {
    await file.close();
  }
}
