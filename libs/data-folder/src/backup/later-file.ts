import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describeDatabase } from '@total-recall/adapter-sqlite';
import { TotalRecallError } from '@total-recall/runtime';
import { sizeOf } from '../read-model/read-model-seal.ts';
import { CONTROL, LEDGER, type BackupManifest } from './backup-manifest.ts';

/** Files of after a backup, of the same data folder, that a restore takes in place of the backup's. */
export interface LaterFiles {
  /** Before anything is answered, the first start repeats the erasures in it. */
  readonly ledgerFile?: string;
  /** Has the API keys that were revoked since. */
  readonly controlFile?: string;
}

/**
 * Checks, before anything is copied, that later files are intact and belong to the folder of a backup. Errors:
 * `invalid_request`, `damaged`.
 */
export async function checkLaterFiles({ folderId: id }: BackupManifest, { ledgerFile, controlFile }: LaterFiles): Promise<void> {
  const named = [
    ...(ledgerFile === undefined ? [] : [['ledger', ledgerFile] as const]),
    ...(controlFile === undefined ? [] : [['control.db', controlFile] as const]),
  ];
  for (const [what, file] of named) {
    await refuseFolder(file, what === 'ledger' ? LEDGER : CONTROL);
    if ((await sizeOf(file)) <= 0) throw new TotalRecallError('invalid_request', `There is no ${what} in ${file}.`);
    const { fault, folderId } = describeDatabase(file);
    if (fault !== undefined) throw new TotalRecallError('damaged', `${file} is damaged: ${fault}. Name another copy.`);
    if (folderId !== id)
      throw new TotalRecallError(
        'invalid_request',
        `The ${what} in ${file} is of another data folder than the backup. Name the one of this folder.`,
      );
  }
}

/** Refuses a folder that is named in place of a file in it. Errors: `invalid_request`. */
export async function refuseFolder(file: string, name: string): Promise<void> {
  const found = await stat(file).catch(() => undefined);
  if (found?.isDirectory())
    throw new TotalRecallError('invalid_request', `${file} is a folder. Name the file, such as ${join(file, name)}.`);
}
