import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { filesBelow, syncFolder } from '@total-recall/adapter-files';
import type { MasterKeyPlace } from '@total-recall/adapter-sqlite';
import type { Clock } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { readIdentity } from '../folder-identity.ts';
import { ARTIFACT_LIST, writeManifest, type BackedUpArtifact, type BackupFile, type BackupManifest } from './backup-manifest.ts';
import { openTarget } from './backup-target.ts';
import { checkCopies } from './check-copies.ts';
import { copyArtifacts, removeUnlisted, type CopiedArtifacts } from './copy-artifacts.ts';
import { createDatabaseCopier, readModelFiles } from './copy-databases.ts';
import { copyFile, measureFile, type FileSum } from './copy-file.ts';
import { checkKeysApart, putKeysApart } from './keys-apart.ts';

/** Where the copy of `keys.db` goes: into the backup, to a file elsewhere, or nowhere. */
export type KeysTo = { readonly kind: 'included' } | { readonly kind: 'apart'; readonly file: string } | { readonly kind: 'left_out' };

export interface BackUpOptions extends MasterKeyPlace {
  readonly dataDir: string;
  /** A folder that is empty, not there, or holds an earlier backup of the same data folder. */
  readonly target: string;
  readonly keys: KeysTo;
  /** Puts the master key beside what it opens. */
  readonly withMasterKey: boolean;
  readonly withReadModel: boolean;
  readonly version: string;
  readonly clock: Pick<Clock, 'now'>;
  readonly onProgress?: (stage: string, done: number, total: number) => void;
}

export interface BackedUp {
  readonly manifest: BackupManifest;
  readonly artifacts: CopiedArtifacts;
  /** Files that were left out because they are damaged and can be done without. */
  readonly leftOut: readonly string[];
}

/**
 * Copies a data folder while its service runs, or while it is stopped. The service is not asked: SQLite copies each database as it is at one moment, beside its writer. Everything
 * that was acknowledged before the call is in the backup, with the keys that open it. An earlier backup in the target stays whole until the new one is, and is removed then. Errors:
 * `damaged` for a part that is, by name; `invalid_request` for a target that holds something else; `unavailable` where another backup writes there.
 */
export async function backUpFolder(options: BackUpOptions): Promise<BackedUp> {
  const { dataDir, clock } = options;
  if (options.withMasterKey && options.masterKeys)
    throw new TotalRecallError(
      'invalid_request',
      'The master keys are in TOTAL_RECALL_MASTER_KEYS, and in no file that a backup could hold.',
    );
  const identity = await readIdentity(dataDir);
  if (identity?.state !== 'made')
    throw new TotalRecallError('not_found', `No service has started in ${dataDir}, so there is nothing to back up.`);
  if (options.keys.kind === 'apart') checkKeysApart(options.keys.file, options.target, identity.id);
  const target = await openTarget(options, identity.id);
  const scratch = await mkdtemp(join(tmpdir(), 'total-recall-backup-'));
  try {
    const startedAt = new Date(clock.now()).toISOString();
    const databases = `at-${startedAt.replaceAll(/[-:.]/g, '')}`;
    const place = join(options.target, databases);
    await mkdir(place, { mode: 0o700 });
    const copying = { ...options, place, keyCopy: join(scratch, 'keys.db'), folderId: identity.id, before: await target.artifactsBefore() };
    const mastersBefore = await masterLines(copying);
    const copied = await copyParts(copying);
    const keysFile = await putKeys(copying, mastersBefore);
    const manifest: BackupManifest = {
      format: 1,
      version: options.version,
      startedAt,
      finishedAt: new Date(clock.now()).toISOString(),
      folderId: identity.id,
      ...(await checkCopies(options.withMasterKey ? { ...copying, masterKeyFile: join(place, MASTER_KEY) } : copying)),
      keys: options.keys.kind,
      keysFile,
      masterKey: options.withMasterKey ? 'included' : 'left_out',
      databases,
      ...(await measure(databases, place, copied.artifacts)),
    };
    await syncFolder(place);
    await writeManifest(options.target, manifest);
    await target.removeAllBut(databases);
    if (copying.before.size > 0) await removeUnlisted(options.target, join(place, ARTIFACT_LIST));
    return { manifest, ...copied };
  } finally {
    await rm(scratch, { recursive: true, force: true });
    target.unlock();
  }
}

interface Copying extends BackUpOptions {
  /** Where the databases go. */
  readonly place: string;
  /** Where `keys.db` goes first. */
  readonly keyCopy: string;
  readonly before: ReadonlyMap<string, BackedUpArtifact>;
}

type CopiedParts = Pick<BackedUp, 'artifacts' | 'leftOut'>;

/**
 * The order is what makes the copy whole. A record's key and artifacts are on disk before the record is, so they are copied after the log: each record of the copy finds
 * them. An erasure destroys keys, so a key that went meanwhile is gone from the backup too. The read model never knows more than the log, so it is copied before.
 */
async function copyParts(copying: Copying): Promise<CopiedParts> {
  const { dataDir, target, place, keyCopy, before, withReadModel, onProgress } = copying;
  const databases = createDatabaseCopier({ from: dataDir, to: place, ...(onProgress && { onProgress }) });
  if (withReadModel) for (const file of await readModelFiles(dataDir)) await databases.copyIfWhole(file);
  await databases.copy('log.db');
  const artifacts = await copyArtifacts({
    root: join(dataDir, 'artifacts'),
    backup: target,
    list: join(place, ARTIFACT_LIST),
    before,
    onProgress: (done) => onProgress?.('artifacts', done, Math.max(done, before.size)),
  });
  await databases.copyTo('keys.db', keyCopy);
  await databases.copy('control.db');
  await databases.copyIfWhole('ledger.db');
  await databases.copyIfWhole('anatomy.db');
  return { artifacts, leftOut: databases.leftOut };
}

const MASTER_KEY = 'master.key';

async function masterLines({ withMasterKey, masterKeyFile }: Copying): Promise<string[]> {
  return withMasterKey ? (await readFile(masterKeyFile, 'utf8')).split(/\s+/).filter((line) => line !== '') : [];
}

/** A rotation may begin or end while keys are copied: one of the master keys before and after is theirs. */
async function putKeys(copying: Copying, mastersBefore: readonly string[]): Promise<FileSum> {
  const { keys, keyCopy, place, withMasterKey } = copying;
  if (keys.kind === 'included') await copyFile(keyCopy, join(place, 'keys.db'));
  if (keys.kind === 'apart') await putKeysApart(keyCopy, keys.file);
  if (withMasterKey) {
    const lines = new Set([...(await masterLines(copying)), ...mastersBefore]);
    await writeFile(join(place, MASTER_KEY), [...lines].map((line) => `${line}\n`).join(''), { mode: 0o600, flush: true });
  }
  return measureFile(keyCopy);
}

/** What was written, read back from the disk it was written to. */
async function measure(
  databases: string,
  place: string,
  { count, bytes }: CopiedArtifacts,
): Promise<Pick<BackupManifest, 'files' | 'artifacts'>> {
  const files: BackupFile[] = [];
  for await (const found of filesBelow(place))
    for (const { path } of found) files.push({ path: `${databases}/${path}`, ...(await measureFile(join(place, ...path.split('/')))) });
  const isList = ({ path }: BackupFile): boolean => path === `${databases}/${ARTIFACT_LIST}`;
  return {
    files: files.filter((file) => !isList(file)),
    artifacts: { count, bytes, list: files.find(isList)! },
  };
}
