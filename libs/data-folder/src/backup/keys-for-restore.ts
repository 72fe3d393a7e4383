import { readFile, rm, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { openMasterKeys } from '@total-recall/adapter-files';
import { copyDatabase, createSqliteKeyStore, describeDatabase } from '@total-recall/adapter-sqlite';
import { readMasterKeys, SECRET_FILE_BYTES, TotalRecallError } from '@total-recall/runtime';
import { sizeOf } from '../read-model/read-model-seal.ts';
import type { BackupManifest } from './backup-manifest.ts';
import { isInside } from './backup-target.ts';
import { copyFile } from './copy-file.ts';
import { refuseFolder } from './later-file.ts';

const KEYS = 'keys.db';
const MASTER_KEY = 'master.key';

export interface KeysFrom {
  readonly backup: string;
  readonly dataDir: string;
  /** Copy of `keys.db` kept apart from the backup, or a later one of the same folder. */
  readonly keysFile?: string;
  /** Copy of the master key, to be put where the service expects it. */
  readonly masterKeyFrom?: string;
  /** Path at which the service expects the master key. */
  readonly masterKeyFile: string;
  /** Master keys given to the service in place of the file. */
  readonly masterKeys?: string | null;
}

export interface KeysForRestore {
  /** Opens the keys with the master key, before anything is copied. Errors: `damaged` where it does not open them. */
  check(): Promise<void>;
  /** Puts the keys and the master key in place, once everything else is there. */
  put(): Promise<void>;
}

/**
 * Checks, before anything is copied, that a restored folder will have its keys and the master key. Keys of a later
 * backup are accepted too: they open the same records, except those erased since.
 * Errors: `invalid_request`, `damaged`.
 */
export async function keysForRestore(manifest: BackupManifest, from: KeysFrom): Promise<KeysForRestore> {
  const { dataDir, keysFile, masterKeyFrom, masterKeyFile, backup } = from;
  if (manifest.keys !== 'included' && keysFile === undefined)
    throw new TotalRecallError(
      'invalid_request',
      manifest.keys === 'apart'
        ? `The keys of ${backup} are kept apart from it: name their file with --keys.`
        : `${backup} was made without keys, so no event in it can be read. Give a copy of keys.db of the same data folder with --keys.`,
    );
  if (keysFile !== undefined) await checkKeys(manifest.folderId, keysFile);
  const hasMaster = manifest.masterKey === 'included';
  if (masterKeyFrom !== undefined) await checkMasterKey(masterKeyFrom);
  const hasOwn = Boolean(from.masterKeys) || (await sizeOf(masterKeyFile)) > 0;
  if (masterKeyFrom !== undefined && hasOwn)
    throw new TotalRecallError(
      'invalid_request',
      `There is a master key in ${masterKeyFile}. Leave out --master-key to use it, or move it away.`,
    );
  if (!hasMaster && masterKeyFrom === undefined && !hasOwn)
    throw new TotalRecallError(
      'invalid_request',
      `The master key is not in ${backup}, and without it no event can be read. Name your copy with --master-key${
        isInside(masterKeyFile, dataDir) ? '' : `, or put it in ${masterKeyFile}`
      }.`,
    );
  return {
    check: () => checkMasterOpens(manifest, from),
    async put() {
      if (keysFile !== undefined) {
        await rm(join(dataDir, KEYS), { force: true });
        // Keys of a service that was killed are partly in the write-ahead log beside the file.
        await copyDatabase({ from: keysFile, to: join(dataDir, KEYS) });
      }
      if (masterKeyFrom === undefined) return;
      // The named master key replaces the one from the backup, if any.
      await rm(masterKeyFile, { force: true });
      await copyFile(masterKeyFrom, masterKeyFile);
    },
  };
}

/**
 * Opens a copy of the keys with the master key that the restored folder will have. The message names the files that the
 * caller gave, as those of the folder are removed again. Files of the backup that cannot be copied are left to the
 * comparison of all its files. Errors: `damaged`.
 */
async function checkMasterOpens(manifest: BackupManifest, from: KeysFrom): Promise<void> {
  const { backup, dataDir, keysFile, masterKeys } = from;
  const keys = keysFile ?? join(backup, manifest.databases, KEYS);
  const master = masterKeys ? undefined : masterFileOf(manifest, from);
  const [keyCopy, masterCopy] = [join(dataDir, `${KEYS}.check`), join(dataDir, `${MASTER_KEY}.check`)];
  try {
    const isCopied = await copyDatabase({ from: keys, to: keyCopy })
      .then(() => (master === undefined ? undefined : copyFile(master, masterCopy)))
      .then(
        () => describeDatabase(keyCopy).fault === undefined,
        () => false,
      );
    if (!isCopied) return;
    if (master !== undefined) await checkMasterKey(master);
    const masters = await openMasterKeys({ masterKeyFile: masterCopy, masterKeys: masterKeys ?? null });
    const opening = createSqliteKeyStore({ path: keyCopy, masters, folder: { id: manifest.folderId, adopts: false } });
    await (await opening.catch(refuseMaster(master ?? 'TOTAL_RECALL_MASTER_KEYS', keys))).close();
  } finally {
    for (const file of [keyCopy, `${keyCopy}-wal`, `${keyCopy}-shm`, masterCopy]) await rm(file, { force: true });
  }
}

/** Returns the file whose master key the restored folder will use. */
function masterFileOf({ masterKey, databases }: BackupManifest, { backup, dataDir, masterKeyFrom, masterKeyFile }: KeysFrom): string {
  if (masterKeyFrom !== undefined) return masterKeyFrom;
  const isRestored = masterKey === 'included' && resolve(masterKeyFile) === resolve(dataDir, MASTER_KEY);
  return isRestored ? join(backup, databases, MASTER_KEY) : masterKeyFile;
}

/** Returns a handler of the error of a master key that does not open keys, which names both as they were given. */
export function refuseMaster(master: string, keys: string): (cause: unknown) => never {
  return (cause) => {
    if (!(cause instanceof TotalRecallError) || !['invalid_request', 'damaged'].includes(cause.code)) throw cause;
    const remedy = 'Give the master key that was in use when these keys were copied. Nothing was restored.';
    throw new TotalRecallError('damaged', `The master key in ${master} does not open the keys in ${keys}. ${remedy}`, { cause });
  };
}

/** Refuses a file without a master key under the name that the caller gave it, before anything is copied. */
export async function checkMasterKey(file: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (!found?.isFile() || found.size === 0 || found.size > SECRET_FILE_BYTES)
    throw new TotalRecallError('invalid_request', `There is no master key in ${file}.`);
  readMasterKeys(await readFile(file, 'utf8'), `the file ${file}`);
}

/** Checks that a file holds keys of a data folder. Errors: `invalid_request`, `damaged`. */
export async function checkKeys(id: string, keysFile: string): Promise<void> {
  await refuseFolder(keysFile, KEYS);
  if ((await sizeOf(keysFile)) <= 0) throw new TotalRecallError('invalid_request', `There are no keys in ${keysFile}.`);
  const { fault, folderId } = describeDatabase(keysFile);
  if (fault !== undefined) throw new TotalRecallError('damaged', `${keysFile} is damaged: ${fault}. Name another copy.`);
  if (folderId !== id)
    throw new TotalRecallError('invalid_request', `The keys in ${keysFile} are from another data folder. Name the keys of this one.`);
}
