import { join } from 'node:path';
import { makeFolder } from '@total-recall/adapter-files';
import { createSqliteControlStore, lockDataDir } from '@total-recall/adapter-sqlite';
import type { ControlStore } from '@total-recall/ports';
import type { StandaloneConfig } from '@total-recall/runtime';
import { identifyFolder } from './folder-identity.ts';

/**
 * Opens tenants and keys of a stopped service's data folder. Errors: `unavailable` when it runs. Closing releases the
 * folder.
 */
export async function openControl({
  dataDir,
  masterKeyFile,
  masterKeys,
}: Pick<StandaloneConfig, 'dataDir' | 'masterKeyFile' | 'masterKeys'>): Promise<ControlStore> {
  await makeFolder(dataDir);
  const unlock = await lockDataDir(dataDir);
  try {
    const { folder } = await identifyFolder({ dataDir, masterKeyFile, masterKeys });
    const control = await createSqliteControlStore({ path: join(dataDir, 'control.db'), folder });
    return {
      ...control,
      async close() {
        await control.close();
        await unlock();
      },
    };
  } catch (error) {
    await unlock();
    throw error;
  }
}
