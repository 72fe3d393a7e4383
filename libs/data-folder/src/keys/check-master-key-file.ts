import { createFileMasterKeys } from '@total-recall/adapter-files';

/** Reads a file of master keys and makes none. Errors: those of `createFileMasterKeys`. */
export async function checkMasterKeyFile(path: string): Promise<void> {
  await createFileMasterKeys(path).versions();
}
