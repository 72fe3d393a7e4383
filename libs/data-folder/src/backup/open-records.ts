import { join } from 'node:path';
import { openMasterKeys } from '@total-recall/adapter-files';
import { copyDatabase, createSqliteKeyStore, readSqliteLog } from '@total-recall/adapter-sqlite';
import { keepOpen } from '@total-recall/composition';
import { createSealer, TotalRecallError } from '@total-recall/runtime';
import type { BackupManifest, CheckedRecords } from './backup-manifest.ts';
import { checkRecords } from './check-records.ts';
import { artifactInBackup, listedArtifacts } from './copy-artifacts.ts';
import { copyFile } from './copy-file.ts';
import { findReferences } from './find-references.ts';
import { openKeyScratch } from './key-scratch.ts';
import { checkKeys, checkMasterKey, refuseMaster } from './keys-for-restore.ts';
import { nameSorted, type NamedFiles } from './named-files.ts';
import { readStored } from './settle-artifacts.ts';

/** Keys with which the records of a backup are read. */
export interface ReadingOptions {
  /** Copy of the master key. Default: the one in the backup, where it has one. */
  readonly masterKeyFrom?: string;
  /** Copy of `keys.db` kept apart from the backup. */
  readonly keysFile?: string;
}

interface Reading extends ReadingOptions {
  readonly backup: string;
  readonly onProgress?: (stage: string, done: number, total: number) => void;
}

/** Result of opening every record of a backup with its keys. */
export interface OpenedRecords {
  readonly checked: CheckedRecords;
  /** Artifacts that records refer to and that the list of the backup lacks. */
  readonly missing: NamedFiles;
}

/**
 * Opens every record of a backup, and finds the artifacts that they refer to. Undefined where there is no master key or no
 * keys. The keys are opened in a copy, in the temporary folder. Errors: `damaged` where the
 * master key does not open them; `invalid_request`.
 */
export async function openRecords(manifest: BackupManifest, reading: Reading): Promise<OpenedRecords | undefined> {
  const { backup, keysFile, masterKeyFrom, onProgress } = reading;
  const { databases, folderId } = manifest;
  const place = join(backup, databases);
  const master = masterKeyFrom ?? (manifest.masterKey === 'included' ? join(place, 'master.key') : undefined);
  const keysOf = keysFile ?? (manifest.keys === 'included' ? join(place, 'keys.db') : undefined);
  if (master === undefined) return undefined;
  if (keysOf === undefined)
    if (masterKeyFrom === undefined) return undefined;
    else throw new TotalRecallError('invalid_request', `The keys of ${backup} are not in it: name their file with --keys.`);
  await checkMasterKey(master);
  if (keysFile !== undefined) await checkKeys(folderId, keysFile);
  const scratch = await openKeyScratch({ keys: { kind: 'left_out' }, target: backup, databases, folderId });
  const { keep, close } = keepOpen();
  try {
    const [path, masterKeyFile] = [join(scratch.folder, 'keys.db'), join(scratch.folder, 'master.key')];
    await copyDatabase({ from: keysOf, to: path });
    await copyFile(master, masterKeyFile);
    const masters = await openMasterKeys({ masterKeyFile });
    const keys = await keep(
      createSqliteKeyStore({ path, masters, folder: { id: folderId, adopts: false } }).catch(refuseMaster(master, keysOf)),
    );
    const damaged = new Map<string, { partition: number; offset: number }>();
    const log = await keep(
      readSqliteLog({
        path: join(place, 'log.db'),
        onDamaged: ({ partition, offset }) => void damaged.set(`${partition}/${offset}`, { partition, offset }),
      }),
    );
    const listed = new Set<string>();
    for await (const artifact of listedArtifacts(join(backup, ...manifest.artifacts.list.path.split('/')))) listed.add(artifact.path);
    const missing = new Set<string>();
    const checked = await checkRecords(log, {
      sealer: createSealer({ keys }),
      keys,
      damaged,
      references: findReferences({
        keys,
        read: (file) => readStored(artifactInBackup(backup, file)),
        onReference: async (reference) => void (listed.has(reference.path) || missing.add(reference.path)),
      }),
      onProgress: (done, total) => onProgress?.('records', done, total),
    });
    return { checked, missing: nameSorted(missing) };
  } finally {
    await close().finally(() => scratch.remove());
  }
}
