import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { artifactFilePath, makeFolder, orUndefinedIfMissing, syncFolder } from '@total-recall/adapter-files';
import { LOCK_FILES, lockDataDir } from '@total-recall/adapter-sqlite';
import { createSealer, createSystemClock, TotalRecallError } from '@total-recall/runtime';
import { readIdentity, writeIdentity } from '../stores/folder-identity.ts';
import { openStores } from '../stores/open-stores.ts';
import { refuseNested } from './backup-target.ts';
import { ARTIFACTS, LEDGER, readManifest, type BackupManifest, type CheckedRecords } from './backup-manifest.ts';
import { checkRecords } from './check-records.ts';
import { copyBack, type BackupFault } from './copy-back.ts';
import { findReferences, type Reference } from './find-references.ts';
import { openRecords, type ReadingOptions } from './open-records.ts';
import { replaceControl } from './later-control.ts';
import { checkLaterFiles, type LaterFiles } from './later-file.ts';
import { replaceLedger } from './later-ledger.ts';
import { sizeOf } from '../read-model/read-model-seal.ts';
import { nameSorted, type NamedFiles } from './named-files.ts';
import { onFullDisk } from './on-full-disk.ts';
import { readStored } from './settle-artifacts.ts';
import { keysForRestore, type KeysForRestore, type KeysFrom } from './keys-for-restore.ts';

export interface RestoreOptions extends KeysFrom, LaterFiles {
  readonly backup: string;
  /** Folder that is empty or missing. */
  readonly dataDir: string;
  readonly readers: number;
  /** True to restore without the artifacts that the backup lacks or has damaged. Default: it is refused. */
  readonly withoutDamaged?: boolean;
  readonly onProgress?: (stage: string, done: number, total: number) => void;
}

export interface Restored {
  readonly manifest: BackupManifest;
  readonly checked: CheckedRecords;
  /** Artifacts of the backup that were left out, as they are missing or damaged in it. */
  readonly leftOut: readonly BackupFault[];
  /** Artifacts that records refer to and that the restored folder lacks, with those that were left out. */
  readonly missing: NamedFiles;
}

/** Entry that the root of a separate file system may have. */
const NOT_OURS = 'lost+found';

/**
 * Restores a data folder from a backup: the state at the moment of the backup, with the same folder id and log
 * generation, so that callers see no difference. Every file is compared with its checksum and every record is opened
 * before the folder may be used. An unfinished folder is removed again; if that fails, a start refuses it.
 * Without a later ledger, holds may be missing, and retention is paused until an operator resumes it.
 * With `withoutDamaged` artifacts that are missing or damaged are left out: their events answer with their previews.
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
    await keys.check();
    const leftOut = await putBack(manifest, keys, options);
    const checked = await checkRestored(manifest, options);
    await writeIdentity(dataDir, { ...(await readIdentity(dataDir))!, state: 'made' });
    return { manifest, leftOut, ...checked };
  } catch (error) {
    await removeAll(dataDir);
    throw onFullDisk(error, dataDir, 'Nothing was restored.');
  }
}

async function entriesOf(dataDir: string): Promise<string[]> {
  const entries = (await orUndefinedIfMissing(readdir(dataDir))) ?? [];
  return entries.filter((entry) => entry !== NOT_OURS);
}

async function entriesWithoutLock(dataDir: string): Promise<string[]> {
  return (await entriesOf(dataDir)).filter((entry) => !LOCK_FILES.includes(entry));
}

function refuseUsed(dataDir: string, entries: readonly string[]): void {
  if (entries.length > 0)
    throw new TotalRecallError('invalid_request', `${dataDir} is not empty. Choose an empty folder, or one that is not there.`);
}

async function putBack(manifest: BackupManifest, keys: KeysForRestore, options: RestoreOptions): Promise<readonly BackupFault[]> {
  const { dataDir } = options;
  const { folderId: id, log } = manifest;
  await writeIdentity(dataDir, { id, state: 'restoring' });
  const leftOut = await copyBack(manifest, { ...options, withoutReadModel: options.ledgerFile !== undefined });
  await keys.put();
  if (options.ledgerFile !== undefined) await replaceLedger(dataDir, id, options.ledgerFile);
  if (options.controlFile !== undefined) await replaceControl(dataDir, id, options.controlFile);
  await syncFolder(dataDir);
  const hasLedger = (await sizeOf(join(dataDir, LEDGER))) > 0;
  await writeIdentity(dataDir, {
    id,
    state: 'restoring',
    generation: log.generation,
    partitions: log.partitions,
    ...(hasLedger && { hasLedger }),
  });
  return leftOut;
}

export interface CheckOptions extends Pick<RestoreOptions, 'backup' | 'onProgress'>, LaterFiles, ReadingOptions {}

export interface CheckedBackup {
  readonly manifest: BackupManifest;
  /**
   * Artifacts that records refer to and that the backup lacks: as its records say where a master key was given, or as they
   * said when it was made. Undefined where neither is known.
   */
  readonly missing: NamedFiles | undefined;
  /** Result of opening every record: now, or when the backup was made. Undefined where none was ever opened. */
  readonly checked: CheckedRecords | undefined;
  /** True where the keys and every record were opened now. */
  readonly isOpened: boolean;
}

/**
 * Compares every file of a backup with its checksum, looks at later files, and changes nothing. With a master key, which
 * the backup may have, the keys and every record are opened. Errors: as `restoreFolder`.
 */
export async function checkBackup(options: CheckOptions): Promise<CheckedBackup> {
  const manifest = await manifestOf(options.backup);
  await checkLaterFiles(manifest, options);
  await copyBack(manifest, options);
  const opened = await openRecords(manifest, options);
  const { missing, checked } = opened ?? { missing: manifest.artifacts.missing, checked: manifest.checked };
  return { manifest, missing, checked, isOpened: opened !== undefined };
}

async function manifestOf(backup: string): Promise<BackupManifest> {
  const manifest = await readManifest(backup);
  if (manifest) return manifest;
  throw new TotalRecallError('not_found', `${backup} has no finished backup: manifest.json is missing.`);
}

/** Opens the restored folder as a service would, and every record in it. */
async function checkRestored(
  manifest: BackupManifest,
  { dataDir, masterKeyFile, masterKeys, readers, ledgerFile, onProgress }: RestoreOptions,
): Promise<Pick<Restored, 'checked' | 'missing'>> {
  const damaged = new Map<string, { partition: number; offset: number }>();
  const stores = await openStores({
    dataDir,
    masterKeyFile,
    masterKeys: masterKeys ?? null,
    readers,
    partitions: manifest.log.partitions,
    isLocked: true,
    isRestoring: true,
    threads: 'one',
    onDamaged: ({ partition, offset }) => void damaged.set(`${partition}/${offset}`, { partition, offset }),
  });
  try {
    if (ledgerFile === undefined) await stores.control.putRetentionPause({ since: createSystemClock().now() });
    const sealer = createSealer({ keys: stores.keys });
    const missing = missingArtifacts(join(dataDir, ARTIFACTS));
    const checked = await checkRecords(stores.log, {
      sealer,
      keys: stores.keys,
      damaged,
      references: findReferences({ keys: stores.keys, read: missing.read, onReference: missing.take }),
      onProgress: (done, total) => onProgress?.('records', done, total),
    });
    return { checked, missing: missing.named() };
  } finally {
    await stores.close();
  }
}

/** Collects the artifacts that records refer to and that a store lacks. */
function missingArtifacts(root: string) {
  const missing = new Set<string>();
  const placeOf = async (path: string): Promise<string | undefined> => {
    for (const tier of ['hot', 'cold'] as const) {
      const file = artifactFilePath(root, { tier, path });
      if (await orUndefinedIfMissing(stat(file))) return file;
    }
    return undefined;
  };
  return {
    async read(path: string): Promise<Uint8Array | undefined> {
      const file = await placeOf(path);
      return file === undefined ? undefined : readStored(file);
    },
    async take({ path }: Reference): Promise<void> {
      if (!missing.has(path) && (await placeOf(path)) === undefined) missing.add(path);
    },
    named: () => nameSorted(missing),
  };
}

/** Empties a folder that is locked. The lock's own files go last, as somebody may start there as soon as they are gone. */
async function removeAll(dataDir: string): Promise<void> {
  for (const entry of await entriesWithoutLock(dataDir)) await rm(join(dataDir, entry), { recursive: true, force: true });
  for (const file of LOCK_FILES) await rm(join(dataDir, file), { force: true });
}
