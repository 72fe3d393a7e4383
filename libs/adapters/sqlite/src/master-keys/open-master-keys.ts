import type { MasterKeys } from '@total-recall/ports';
import { createEnvironmentMasterKeys } from '@total-recall/runtime';
import { openFileMasterKeys } from './file-master-keys.ts';

/** Where settings say that master keys are. */
export interface MasterKeyPlace {
  /** Made where it is not there and no keys are given. */
  readonly masterKeyFile: string;
  /** The keys themselves; they count in place of the file. */
  readonly masterKeys?: string | null;
}

export async function openMasterKeys({ masterKeyFile, masterKeys }: MasterKeyPlace): Promise<MasterKeys> {
  return masterKeys ? createEnvironmentMasterKeys(masterKeys) : openFileMasterKeys(masterKeyFile);
}
