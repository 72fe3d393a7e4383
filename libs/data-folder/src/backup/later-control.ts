import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { copyDatabase, createSqliteControlStore } from '@total-recall/adapter-sqlite';
import { TotalRecallError } from '@total-recall/runtime';
import { CONTROL } from './backup-manifest.ts';

/**
 * Replaces the backup's tenants, API keys and policies by later ones, in which keys that were revoked since stay so.
 * Errors: `invalid_request` for a file that has fewer changes than the backup's.
 */
export async function replaceControl(dataDir: string, folderId: string, controlFile: string): Promise<void> {
  const path = join(dataDir, CONTROL);
  const open = async (): Promise<void> => (await createSqliteControlStore({ path, folder: { id: folderId, adopts: false } })).close();
  // Notes how many changes the backup's has, which is what an older one is told by.
  await open();
  for (const end of ['', '-wal', '-shm']) await rm(path + end, { force: true });
  await copyDatabase({ from: controlFile, to: path });
  await open().catch((cause: unknown) => {
    if (!(cause instanceof TotalRecallError) || cause.code !== 'damaged') throw cause;
    const message = `The control.db in ${controlFile} is older than the backup's, or damaged. Leave out --control.`;
    throw new TotalRecallError('invalid_request', message, { cause });
  });
}
