import type { MasterKeys } from '@total-recall/ports';
import { createEnvironmentMasterKeys } from '@total-recall/runtime';
import { openFileMasterKeys } from './file-master-keys.ts';

/** Settings that say where master keys are. */
export interface MasterKeyPlace {
  /** File of master keys. Created if missing and no keys are given. */
  readonly masterKeyFile: string;
  /** The keys themselves, which replace the file. */
  readonly masterKeys?: string | null;
}

export async function openMasterKeys({ masterKeyFile, masterKeys }: MasterKeyPlace): Promise<MasterKeys> {
  return masterKeys ? createEnvironmentMasterKeys(masterKeys) : openFileMasterKeys(masterKeyFile);
}
