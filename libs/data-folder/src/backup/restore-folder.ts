import { readdir, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { artifactFilePath, makeFolder, syncFolder } from '@total-recall/adapter-files';
import { LOCK_FILES, lockDataDir } from '@total-recall/adapter-sqlite';
import { createSealer, inParallel, TotalRecallError } from '@total-recall/runtime';
import { writeIdentity } from '../stores/folder-identity.ts';
import { openStores } from '../stores/open-stores.ts';
import { refuseNested } from './backup-target.ts';
import { ARTIFACTS, LEDGER, readManifest, type BackedUpArtifact, type BackupManifest, type CheckedRecords } from './backup-manifest.ts';
import { checkRecords } from './check-records.ts';
import { listedArtifacts } from './copy-artifacts.ts';
import { copyChecked, type FileSum } from './copy-file.ts';
import { replaceControl } from './later-control.ts';
import { checkLaterFiles, type LaterFiles } from './later-file.ts';
import { replaceLedger } from './later-ledger.ts';
import { sizeOf } from '../read-model/read-model-seal.ts';
import { onFullDisk } from './on-full-disk.ts';
import { keysForRestore, type KeysForRestore, type KeysFrom } from './keys-for-restore.ts';

export interface RestoreOptions extends KeysFrom, LaterFiles {
  readonly backup: string;
  /** Folder that is empty or missing. */
  readonly dataDir: string;
  readonly readers: number;
  readonly onProgress?: (stage: string, done: number, total: number) => void;
}

export interface Restored {
  readonly manifest: BackupManifest;
  readonly checked: CheckedRecords;
}

/** A file of a backup that differs from what was written. */
export interface BackupFault {
  readonly path: string;
  readonly fault: 'missing' | 'damaged';
}

/** Entry that the root of a separate file system may have. */
const NOT_OURS = 'lost+found';
const FAULTS_NAMED = 10;
const ARTIFACTS_AT_A_TIME = 8;

/**
 * Restores a data folder from a backup: the state at the moment of the backup, with the same folder id and log
 * generation, so that callers see no difference. Every file is compared with its checksum and every record is opened
 * before the folder may be used. An unfinished folder is removed again; if that fails, a start refuses it.
 * Errors: `damaged`, naming every missing or damaged file; `invalid_request` for a folder that is not empty, and for
 * missing or foreign keys.
 */
export async function restoreFolder(options: RestoreOptions): Promise<Restored> {
  const { backup, dataDir } = options;
  const manifest = await manifestOf(backup);
  refuseNested(backup, dataDir);
  // Before the keys are looked at: a restore that was killed may have put the master key there.
  refuseUsed(dataDir, await entriesOf(dataDir));
  const keys = await keysForRestore(manifest, options);
  await checkLaterFiles(manifest, options);
  await makeFolder(dataDir);
  const unlock = await lockDataDir(dataDir);
  try {
    refuseUsed(dataDir, await entriesWithoutLock(dataDir));
    return await restoreInto(manifest, keys, options);
  } finally {
    await unlock();
  }
}

/** Restores into a folder that is locked until the end: a service that starts there meanwhile would lose all that it is told. */
async function restoreInto(manifest: BackupManifest, keys: KeysForRestore, options: RestoreOptions): Promise<Restored> {
  const { dataDir } = options;
  try {
    await putBack(manifest, keys, options);
    return { manifest, checked: await checkRestored(manifest, options) };
  } catch (error) {
    await removeAll(dataDir);
    throw onFullDisk(error, dataDir, 'Nothing was restored.');
  }
}

async function entriesOf(dataDir: string): Promise<string[]> {
  const entries = await readdir(dataDir).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw error;
  });
  return entries.filter((entry) => entry !== NOT_OURS);
}

async function entriesWithoutLock(dataDir: string): Promise<string[]> {
  return (await entriesOf(dataDir)).filter((entry) => !LOCK_FILES.includes(entry));
}

function refuseUsed(dataDir: string, entries: readonly string[]): void {
  if (entries.length > 0)
    throw new TotalRecallError('invalid_request', `${dataDir} is not empty. Choose an empty folder, or one that is not there.`);
}

async function putBack(manifest: BackupManifest, keys: KeysForRestore, options: RestoreOptions): Promise<void> {
  const { backup, dataDir } = options;
  const { folderId: id, log } = manifest;
  await writeIdentity(dataDir, { id, state: 'restoring' });
  refuseFaults(backup, await copyBack(manifest, { ...options, withoutReadModel: options.ledgerFile !== undefined }));
  await keys.put();
  if (options.ledgerFile !== undefined) await replaceLedger(dataDir, id, options.ledgerFile);
  if (options.controlFile !== undefined) await replaceControl(dataDir, id, options.controlFile);
  await syncFolder(dataDir);
  const hasLedger = (await sizeOf(join(dataDir, LEDGER))) > 0;
  await writeIdentity(dataDir, {
    id,
    state: 'made',
    generation: log.generation,
    partitions: log.partitions,
    ...(hasLedger && { hasLedger }),
  });
}

/** Compares every file of a backup with its checksum, looks at later files, and changes nothing. Errors: as `restoreFolder`. */
export async function checkBackup(options: Pick<RestoreOptions, 'backup' | 'onProgress'> & LaterFiles): Promise<BackupManifest> {
  const manifest = await manifestOf(options.backup);
  await checkLaterFiles(manifest, options);
  refuseFaults(options.backup, await copyBack(manifest, options));
  return manifest;
}

async function manifestOf(backup: string): Promise<BackupManifest> {
  const manifest = await readManifest(backup);
  if (manifest) return manifest;
  throw new TotalRecallError('not_found', `${backup} has no finished backup: manifest.json is missing.`);
}

function refuseFaults(backup: string, faults: readonly BackupFault[]): void {
  if (faults.length === 0) return;
  const named = faults.slice(0, FAULTS_NAMED).map(({ path, fault }) => `${path} is ${fault}`);
  const more = faults.length > FAULTS_NAMED ? `, and ${faults.length - FAULTS_NAMED} more` : '';
  throw new TotalRecallError(
    'damaged',
    `The backup ${backup} is not whole: ${named.join(', ')}${more}. Nothing was restored. Take another backup.`,
  );
}

/** Copies the files back. After the first fault the rest is only compared, so that the message names every fault. */
async function copyBack(
  manifest: BackupManifest,
  {
    backup,
    dataDir,
    onProgress,
    withoutReadModel = false,
  }: {
    readonly backup: string;
    readonly dataDir?: string;
    readonly onProgress?: RestoreOptions['onProgress'];
    readonly withoutReadModel?: boolean;
  },
): Promise<BackupFault[]> {
  const faults: BackupFault[] = [];
  const total = manifest.files.reduce((sum, { bytes }) => sum + bytes, manifest.artifacts.bytes);
  let done = 0;
  const copy = async (path: string, written: FileSum, to: string | undefined): Promise<boolean> => {
    const found = await copyChecked(join(backup, ...path.split('/')), written, faults.length === 0 ? to : undefined);
    done += written.bytes;
    onProgress?.(path, done, total);
    if (found !== 'whole') faults.push({ path, fault: found });
    return found === 'whole' && faults.length === 0;
  };
  for (const file of manifest.files) {
    const name = file.path.split('/').slice(1);
    // A read model of an earlier version would answer until a new one is filled, and repeated erasures could not reach
    // it.
    const isLeftOut = withoutReadModel && name[0]!.startsWith('read-model-');
    await copy(file.path, file, dataDir && !isLeftOut ? join(dataDir, ...name) : undefined);
  }
  const { list } = manifest.artifacts;
  if (!(await copy(list.path, list, undefined)) && faults.some(({ path }) => path === list.path)) return faults;
  const root = dataDir && join(dataDir, 'artifacts');
  const copyArtifact = async (artifact: BackedUpArtifact): Promise<void> => {
    const to = root && artifactFilePath(root, artifact);
    // The file's time is the artifact's time of storage.
    if ((await copy(`${ARTIFACTS}/${artifact.path}`, artifact, to)) && to)
      await utimes(to, new Date(artifact.storedAt), new Date(artifact.storedAt));
  };
  let batch: BackedUpArtifact[] = [];
  for await (const artifact of listedArtifacts(join(backup, ...list.path.split('/')))) {
    batch.push(artifact);
    if (batch.length < ARTIFACTS_AT_A_TIME) continue;
    await inParallel(batch, ARTIFACTS_AT_A_TIME, copyArtifact);
    batch = [];
  }
  await inParallel(batch, ARTIFACTS_AT_A_TIME, copyArtifact);
  return faults;
}

/** Opens the restored folder as a service would, and every record in it. */
async function checkRestored(
  manifest: BackupManifest,
  { dataDir, masterKeyFile, masterKeys, readers, onProgress }: RestoreOptions,
): Promise<CheckedRecords> {
  const damaged = new Map<string, { partition: number; offset: number }>();
  const stores = await openStores({
    dataDir,
    masterKeyFile,
    masterKeys: masterKeys ?? null,
    readers,
    partitions: manifest.log.partitions,
    isLocked: true,
    threads: 'one',
    onDamaged: ({ partition, offset }) => void damaged.set(`${partition}/${offset}`, { partition, offset }),
  });
  try {
    const sealer = createSealer({ keys: stores.keys });
    return await checkRecords(stores.log, {
      sealer,
      keys: stores.keys,
      damaged,
      onProgress: (done, total) => onProgress?.('records', done, total),
    });
  } finally {
    await stores.close();
  }
}

/** Empties a folder that is locked. The lock's own files go last, as somebody may start there as soon as they are gone. */
async function removeAll(dataDir: string): Promise<void> {
  for (const entry of await entriesWithoutLock(dataDir)) await rm(join(dataDir, entry), { recursive: true, force: true });
  for (const file of LOCK_FILES) await rm(join(dataDir, file), { force: true });
}
