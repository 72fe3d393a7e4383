import { mkdir, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { type MasterKeyPlace, filesBelow, syncFolder } from '@total-recall/adapter-files';
import { readErasureMarks, setBackErasureMarks } from '@total-recall/adapter-sqlite';
import type { Clock } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { readIdentity, type WrittenIdentity } from '../stores/folder-identity.ts';
import {
  ARTIFACT_LIST,
  ARTIFACTS,
  LEDGER,
  writeManifest,
  type BackedUpArtifact,
  type BackupFile,
  type BackupManifest,
} from './backup-manifest.ts';
import { openTarget } from './backup-target.ts';
import { checkCopies } from './check-copies.ts';
import { copyArtifacts, removeUnlisted, type CopiedArtifacts, type CopiedStore } from './copy-artifacts.ts';
import { createDatabaseCopier, readModelFiles, requirePart } from './copy-databases.ts';
import { copyFile, measureFile, type FileSum } from './copy-file.ts';
import type { NamedFiles } from './named-files.ts';
import { dropReplaced, noteBackup } from './noted-backups.ts';
import { onFullDisk } from './on-full-disk.ts';
import { onReadOnly } from './on-read-only.ts';
import { readRegular } from './regular-file.ts';
import { refuseWorse } from './refuse-worse.ts';
import { openKeyScratch, type KeyDestination, type KeyScratch } from './key-scratch.ts';
import { createLostArtifacts, type SettledArtifacts } from './settle-artifacts.ts';
import { checkKeysApart, placeOfKeys, replaceSeparateKeys } from './keys-apart.ts';

export interface BackUpOptions extends MasterKeyPlace {
  readonly dataDir: string;
  /** Folder that is empty, missing, or holds an earlier backup of the same data folder. */
  readonly target: string;
  readonly keys: KeyDestination;
  /** True to put the master key into the backup, next to the data it opens. */
  readonly withMasterKey: boolean;
  readonly withReadModel: boolean;
  readonly version: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly onProgress?: (stage: string, done: number, total: number) => void;
}

export interface BackedUp {
  readonly manifest: BackupManifest;
  readonly artifacts: CopiedArtifacts & SettledArtifacts;
  /** Files that were left out because they are damaged and not essential. */
  readonly leftOut: readonly string[];
  /** Reason why certificates do not tell of this backup, or still of those that it replaced; undefined where it was noted. */
  readonly unnoted: string | undefined;
}

const KEYS = 'keys.db';
const MASTER_KEY = 'master.key';

/**
 * Copies a data folder while its service runs or is stopped. The service is not involved: SQLite copies a consistent
 * state of each database beside its writer. Everything acknowledged before the call is in the backup, with the keys
 * that open it. An earlier backup in the target stays whole until the new one is complete and is then removed.
 * Artifacts that the data folder lost, and that records refer to, stay in it. Errors: `damaged`, naming the damaged part,
 * also for a log, keys, control data or a ledger that lack what the earlier backup has; `invalid_request` for a target
 * that holds something else; `unavailable` when another backup is writing there.
 */
export async function backUpFolder(options: BackUpOptions): Promise<BackedUp> {
  const { dataDir, clock } = options;
  const identity = await identityOf(options);
  const keys = await placeOfKeys(options.keys);
  for (const each of [options.keys, keys]) if (each.kind === 'apart') checkKeysApart(each.file, options.target, identity.id);
  const refuse = refuseFor(options.target);
  const target = await openTarget(options, identity.id).catch(refuse);
  const startedAt = new Date(clock.now()).toISOString();
  const databases = `at-${startedAt.replaceAll(/[-:.]/g, '')}`;
  const noted = { target: resolve(options.target), startedAt };
  let scratch: KeyScratch | undefined;
  try {
    const unnoted = await noteBackup(dataDir, noted);
    // A killed backup may have left databases, which would take the room of this one, and keys.
    await target.removeAllBut();
    scratch = await openKeyScratch({ keys, target: options.target, databases, folderId: identity.id });
    const place = join(options.target, databases);
    await mkdir(place, { mode: 0o700 });
    const copying = {
      ...options,
      keys,
      place,
      keyCopy: join(scratch.folder, KEYS),
      folderId: identity.id,
      hasLedger: identity.hasLedger ?? false,
      before: await target.artifactsBefore(),
      now: clock.now(),
    };
    const mastersBefore = await masterLines(copying);
    const master = await masterText(copying);
    const { store, leftOut } = await copyParts(copying);
    const keysFile = await putKeys(copying, mastersBefore);
    const lost = lostArtifacts(copying, store);
    const checking = { ...copying, onReference: lost.take };
    const described = await checkCopies(options.withMasterKey ? { ...checking, masterKeyFile: join(place, MASTER_KEY) } : checking).catch(
      async (error: unknown) => {
        throw (await masterText(copying)) === master ? error : rotatedMeanwhile(error);
      },
    );
    await refuseWorse(options.target, place, described);
    const artifacts = { ...store.sum, ...(await lost.settle(endOf(copying, described))) };
    const manifest: BackupManifest = {
      format: 1,
      version: options.version,
      startedAt,
      finishedAt: new Date(clock.now()).toISOString(),
      folderId: identity.id,
      ...described,
      keys: options.keys.kind,
      keysFile,
      masterKey: options.withMasterKey ? 'included' : 'left_out',
      databases,
      ...(await measure(databases, place, described.checked ? artifacts : { ...artifacts, missing: undefined })),
    };
    await syncFolder(place);
    await writeManifest(options.target, manifest);
    await target.removeAllBut(databases);
    await removeUnlisted(options.target, join(place, ARTIFACT_LIST));
    // The note of what was replaced goes last, as that holds what was erased until it is removed.
    return { manifest, artifacts, leftOut, unnoted: unnoted ?? (await dropReplaced(dataDir, noted)) };
  } catch (error) {
    await target.removeAllBut().catch(() => undefined);
    return refuse(await onReadOnly(error, dataDir));
  } finally {
    await scratch?.remove();
    target.unlock();
  }
}

/** Returns the identity of the data folder. Errors: `not_found`; `invalid_request` for a master key that is in no file. */
async function identityOf({ dataDir, withMasterKey, masterKeys }: BackUpOptions): Promise<WrittenIdentity> {
  if (withMasterKey && masterKeys)
    throw new TotalRecallError(
      'invalid_request',
      'The master keys are in TOTAL_RECALL_MASTER_KEYS, and in no file that a backup could hold.',
    );
  const identity = await readIdentity(dataDir);
  if (identity?.state === 'made') return identity;
  throw new TotalRecallError('not_found', `No service has started in ${dataDir}, so there is nothing to back up.`);
}

/** Throws errors with what became of the backup. */
const refuseFor =
  (target: string) =>
  (error: unknown): never => {
    throw onFullDisk(error, target, 'No backup was made; an earlier one there is whole.');
  };

interface Copying extends BackUpOptions {
  /** Folder for the databases. */
  readonly place: string;
  /** First destination of `keys.db`. */
  readonly keyCopy: string;
  readonly before: ReadonlyMap<string, BackedUpArtifact>;
  /** Time of this backup, epoch milliseconds. */
  readonly now: number;
  readonly hasLedger: boolean;
}

interface CopiedParts extends Pick<BackedUp, 'leftOut'> {
  readonly store: CopiedStore;
}

/**
 * Copies the parts in the order that makes the copy consistent. A record's key and artifacts are on disk before the
 * record is, so they are copied after the log and each copied record finds them. The read model never holds more than
 * the log, so it is copied before the log.
 *
 * An erasure destroys keys, so a key destroyed meanwhile is missing from the backup too. What the erasure wrote anew is
 * among the artifacts before the keys go, so these are looked at once more after the keys. What it purged may have been
 * copied before, so the copied keys have seen only erasures of before the backup: a restored folder does the others again.
 */
async function copyParts(copying: Copying): Promise<CopiedParts> {
  const { dataDir, target, place, keyCopy, before, now, withReadModel, hasLedger, onProgress } = copying;
  await requirePart(join(dataDir, KEYS));
  const marks = readErasureMarks(join(dataDir, KEYS));
  const databases = createDatabaseCopier({ from: dataDir, to: place, ...(onProgress && { onProgress }) });
  if (withReadModel) for (const file of await readModelFiles(dataDir)) await databases.copyIfWhole(file);
  await databases.copy('log.db');
  const store = await copyArtifacts({
    root: join(dataDir, ARTIFACTS),
    backup: target,
    list: join(place, ARTIFACT_LIST),
    before,
    now,
    beforeLastLook: () => databases.copyTo(KEYS, keyCopy),
    onProgress: (done) => onProgress?.('artifacts', done, Math.max(done, before.size)),
  });
  if (marks) setBackErasureMarks(keyCopy, marks);
  await databases.copy('control.db');
  // It alone knows the legal holds. Folders of earlier programs have none.
  if (hasLedger) await databases.copy(LEDGER);
  await databases.copyIfWhole('anatomy.db');
  return { store, leftOut: databases.leftOut };
}

function lostArtifacts({ dataDir, target, place, before, now }: Copying, copied: CopiedStore) {
  return createLostArtifacts({ root: join(dataDir, ARTIFACTS), backup: target, list: join(place, ARTIFACT_LIST), before, copied, now });
}

/** Says whether every record was opened, and where the copied ledger is. */
function endOf({ place, hasLedger }: Copying, { checked }: Pick<BackupManifest, 'checked'>) {
  return { isComplete: checked?.unreadable === 0, ledger: hasLedger ? join(place, LEDGER) : undefined };
}

/** Returns the master key file as it is; undefined where there is none. */
function masterText({ masterKeyFile }: Copying): Promise<string | undefined> {
  return readRegular(masterKeyFile, 'follows').catch(() => undefined);
}

function rotatedMeanwhile(cause: unknown): TotalRecallError {
  const what = 'The master key was rotated while the backup was made, and the copied keys are wrapped under the one before.';
  return new TotalRecallError('unavailable', `${what} No backup was made; run it again.`, { cause });
}

async function masterLines({ withMasterKey, masterKeyFile }: Copying): Promise<string[]> {
  return withMasterKey ? (await readRegular(masterKeyFile, 'follows')).split(/\s+/).filter((line) => line !== '') : [];
}

/**
 * Puts the keys in place. A rotation may start or end while keys are copied, so they fit the master key from before or
 * after.
 */
async function putKeys(copying: Copying, mastersBefore: readonly string[]): Promise<FileSum> {
  const { keys, keyCopy, place, withMasterKey } = copying;
  if (keys.kind === 'included') await copyFile(keyCopy, join(place, KEYS));
  if (keys.kind === 'apart') await replaceSeparateKeys(keyCopy, keys.file);
  if (withMasterKey) {
    const lines = new Set([...(await masterLines(copying)), ...mastersBefore]);
    await writeFile(join(place, MASTER_KEY), [...lines].map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true });
  }
  return measureFile(keyCopy);
}

/** Hashes the written files by reading them back from disk. */
async function measure(
  databases: string,
  place: string,
  { count, bytes, missing }: Pick<CopiedArtifacts, 'count' | 'bytes'> & { readonly missing: NamedFiles | undefined },
): Promise<Pick<BackupManifest, 'files' | 'artifacts'>> {
  const files: BackupFile[] = [];
  for await (const found of filesBelow(place))
    for (const { path } of found) files.push({ path: `${databases}/${path}`, ...(await measureFile(join(place, ...path.split('/')))) });
  const isList = ({ path }: BackupFile): boolean => path === `${databases}/${ARTIFACT_LIST}`;
  return {
    files: files.filter((file) => !isList(file)),
    artifacts: { count, bytes, list: files.find(isList)!, ...(missing && { missing }) },
  };
}
