import { copyFile as duplicate } from 'node:fs/promises';
import { join } from 'node:path';
import { openMasterKeys, type MasterKeyPlace } from '@total-recall/adapter-files';
import { createSqliteKeyStore, describeDatabase, readSqliteLog } from '@total-recall/adapter-sqlite';
import { keepOpen } from '@total-recall/composition';
import { createSealer, TotalRecallError } from '@total-recall/runtime';
import { sizeOf } from '../read-model/read-model-seal.ts';
import { LEDGER, type BackupManifest } from './backup-manifest.ts';
import { checkRecords } from './check-records.ts';
import { artifactInBackup } from './copy-artifacts.ts';
import { findReferences, type Reference } from './find-references.ts';
import { readStored } from './settle-artifacts.ts';

export interface CopiesToCheck extends MasterKeyPlace {
  /** Folder with the copies of `log.db`, `control.db` and, where there is one, `ledger.db`. */
  readonly place: string;
  readonly hasLedger: boolean;
  readonly keyCopy: string;
  readonly folderId: string;
  /** Folder of the backup, with the copied artifacts. */
  readonly target: string;
  /** Called for each artifact that a record refers to. */
  readonly onReference: (reference: Reference) => Promise<void>;
  readonly onProgress?: (stage: string, done: number, total: number) => void;
}

/**
 * Checks the copies, not the originals: each database is intact and belongs to its folder, and every record of the log
 * opens with the copied keys. A record that does not open is only counted, as it is the same in the service's log.
 * Errors: `damaged` for keys, control data or the ledger, which cannot be rebuilt.
 */
export async function checkCopies(options: CopiesToCheck): Promise<Pick<BackupManifest, 'log' | 'checked'>> {
  const { place, keyCopy, masterKeyFile, masterKeys, folderId, hasLedger, target, onReference, onProgress } = options;
  let faultOfLog: string | undefined;
  for (const [name, file] of [
    ['control.db', join(place, 'control.db')],
    ...(hasLedger ? [[LEDGER, join(place, LEDGER)] as const] : []),
    ['keys.db', keyCopy],
    ['log.db', join(place, 'log.db')],
  ] as const) {
    const described = describeDatabase(file);
    // The readable records of a damaged log are worth keeping; the unreadable ones are counted below.
    if (described.fault !== undefined && (name !== 'log.db' || described.folderId === undefined))
      throw damaged(`${name} is damaged: ${described.fault}.`);
    if (described.folderId !== folderId) throw damaged(`${name} is not the one of this data folder.`);
    if (name === 'log.db') faultOfLog = described.fault;
  }
  const damagedRecords = new Map<string, { partition: number; offset: number }>();
  const { keep, close } = keepOpen();
  try {
    const log = await keep(
      readSqliteLog({
        path: join(place, 'log.db'),
        onDamaged: ({ partition, offset }) => void damagedRecords.set(`${partition}/${offset}`, { partition, offset }),
      }),
    );
    const described = {
      generation: log.generation,
      partitions: log.partitions,
      ends: log.firmEnds,
      ...(faultOfLog !== undefined && { fault: faultOfLog }),
    };
    if (!masterKeys && (await sizeOf(masterKeyFile)) <= 0) return { log: described };
    // Opening a key store may write to its file, so a duplicate is opened.
    const opened = `${keyCopy}.opened`;
    await duplicate(keyCopy, opened);
    const keys = await keep(
      createSqliteKeyStore({ path: opened, masters: await openMasterKeys(options), folder: { id: folderId, adopts: false } }),
    );
    const checked = await checkRecords(log, {
      sealer: createSealer({ keys }),
      keys,
      damaged: damagedRecords,
      references: findReferences({ keys, read: (path) => readStored(artifactInBackup(target, path)), onReference }),
      onProgress: (done, total) => onProgress?.('records', done, total),
    });
    return { log: described, checked };
  } finally {
    await close();
  }
}

function damaged(what: string): TotalRecallError {
  return new TotalRecallError('damaged', `${what} The backup was not finished.`);
}
