import { join } from 'node:path';
import { openMasterKeys } from '@total-recall/adapter-files';
import { createSqliteKeyStore, lockFile } from '@total-recall/adapter-sqlite';
import type { MasterKeyState } from '@total-recall/ports';
import { rotateMasterKey, TotalRecallError, type StandaloneConfig } from '@total-recall/runtime';
import { isDamage } from '../damage/watch-damage.ts';
import { identifyFolder, readIdentity, refusalOfIdentity } from '../stores/folder-identity.ts';
import { named } from '../stores/named-part.ts';

export interface RotateMasterOptions {
  /** True to report the state and change nothing. */
  readonly onlyLook?: boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

export type RotatedFolder = Pick<StandaloneConfig, 'dataDir' | 'masterKeyFile' | 'masterKeys'>;

/** Lock of the rotation: two at once would each make a key, and one would take the other's out of the file. */
const LOCK = 'rotation.db';
const LOCK_WAIT_MS = 250;

/**
 * Rotates the master key of a data folder while its service runs or is stopped. Keys are wrapped again in small
 * transactions, and the service finds the new master key in the place of the old one.
 * Errors: `not_found` when no service was ever started there; `unavailable` while another rotation is under way; as
 * `identifyFolder` and `rotateMasterKey`.
 */
export async function rotateFolderMaster(
  config: RotatedFolder,
  { onlyLook = false, onProgress }: RotateMasterOptions = {},
): Promise<MasterKeyState> {
  const identity = await readIdentity(config.dataDir);
  if (identity?.state !== 'made') throw new TotalRecallError('not_found', `No service has started in ${config.dataDir}.`);
  await identifyFolder(config);
  const unlock = onlyLook ? undefined : lockRotation(config.dataDir);
  try {
    return await rotate(config, identity.id, { onlyLook, ...(onProgress && { onProgress }) });
  } finally {
    unlock?.();
  }
}

/** Keeps other rotations out until the returned function is called. Errors: `unavailable` while one is under way. */
export function lockRotation(dataDir: string): () => void {
  const unlock = lockFile(join(dataDir, LOCK), LOCK_WAIT_MS);
  if (unlock) return unlock;
  throw new TotalRecallError('unavailable', `Another rotation of the keys in ${dataDir} is under way. Wait until it is done.`);
}

async function rotate(config: RotatedFolder, id: string, { onlyLook, onProgress }: RotateMasterOptions): Promise<MasterKeyState> {
  const masters = await openMasterKeys(config);
  const path = join(config.dataDir, 'keys.db');
  const opening = named(path, createSqliteKeyStore({ path, masters, folder: { id, adopts: false } }));
  const keys = await opening.catch((error: unknown) => {
    throw (isDamage(error) && refusalOfIdentity(config.dataDir, id)) || error;
  });
  try {
    return onlyLook ? await keys.masterState() : await rotateMasterKey({ keys, masters, ...(onProgress && { onProgress }) });
  } finally {
    await keys.close();
  }
}
