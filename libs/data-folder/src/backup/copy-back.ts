import { utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { artifactFilePath } from '@total-recall/adapter-files';
import { inParallel, TotalRecallError } from '@total-recall/runtime';
import { ARTIFACTS, type BackedUpArtifact, type BackupManifest } from './backup-manifest.ts';
import { listedArtifacts } from './copy-artifacts.ts';
import { copyChecked, type FileSum, type FoundFile } from './copy-file.ts';

/** A file of a backup that differs from what was written. */
export interface BackupFault {
  readonly path: string;
  readonly fault: Exclude<FoundFile, 'whole'>;
}

export interface CopyBackOptions {
  readonly backup: string;
  /** Folder to copy to; without one files are only compared. */
  readonly dataDir?: string;
  readonly withoutReadModel?: boolean;
  /** True to go on without the artifacts that are missing or damaged. */
  readonly withoutDamaged?: boolean;
  readonly onProgress?: (stage: string, done: number, total: number) => void;
}

const FAULTS_NAMED = 10;
const ARTIFACTS_AT_A_TIME = 8;

/**
 * Copies the files of a backup back, and returns the artifacts that it left out. After the first fault of a file that is
 * needed the rest is only compared, so that the message names every fault. Errors: `damaged`, naming them.
 */
export async function copyBack(manifest: BackupManifest, options: CopyBackOptions): Promise<readonly BackupFault[]> {
  const { backup, dataDir, withoutReadModel = false, withoutDamaged = false, onProgress } = options;
  const needed: BackupFault[] = [];
  const artifacts: BackupFault[] = [];
  const isRefused = (): boolean => needed.length > 0 || (artifacts.length > 0 && !withoutDamaged);
  const total = manifest.files.reduce((sum, { bytes }) => sum + bytes, manifest.artifacts.bytes);
  let done = 0;
  const copy = async (path: string, written: FileSum, { to, faults = needed }: CopyTo): Promise<boolean> => {
    const found = await copyChecked(join(backup, ...path.split('/')), written, to);
    done += written.bytes;
    onProgress?.(path, done, total);
    if (found !== 'whole') faults.push({ path, fault: found });
    return found === 'whole';
  };
  for (const file of manifest.files) {
    const name = file.path.split('/').slice(1);
    // A read model of an earlier version would answer until a new one is filled, and repeated erasures could not reach
    // it.
    const isLeftOut = withoutReadModel && name[0]!.startsWith('read-model-');
    await copy(file.path, file, { to: dataDir && !isLeftOut && !isRefused() ? join(dataDir, ...name) : undefined });
  }
  const { list } = manifest.artifacts;
  if (!(await copy(list.path, list, { to: undefined }))) throw notWhole(backup, needed, artifacts);
  const root = dataDir && join(dataDir, ARTIFACTS);
  const copyArtifact = async (artifact: BackedUpArtifact): Promise<void> => {
    const to = root && !isRefused() ? artifactFilePath(root, artifact) : undefined;
    // The file's time is the artifact's time of storage.
    if ((await copy(`${ARTIFACTS}/${artifact.path}`, artifact, { to, faults: artifacts })) && to)
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
  if (isRefused()) throw notWhole(backup, needed, artifacts);
  return byPath(artifacts);
}

interface CopyTo {
  readonly to: string | undefined;
  readonly faults?: BackupFault[];
}

function byPath(faults: readonly BackupFault[]): BackupFault[] {
  return [...faults].sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Says what is wrong with a backup, and how to mend it while the data folder still has what it lacks. */
function notWhole(backup: string, needed: readonly BackupFault[], artifacts: readonly BackupFault[]): TotalRecallError {
  const faults = [...needed, ...byPath(artifacts)];
  const named = faults.slice(0, FAULTS_NAMED).map(({ path, fault }) => `${path} is ${fault}`);
  const more = faults.length > FAULTS_NAMED ? `, and ${faults.length - FAULTS_NAMED} more` : '';
  const remedy =
    needed.length > 0
      ? 'Take another backup.'
      : 'Remove these files and back up into it again, which copies them anew from the data folder. If that is lost, restore without them: --without-damaged-artifacts.';
  return new TotalRecallError('damaged', `The backup ${backup} is not whole: ${named.join(', ')}${more}. Nothing was restored. ${remedy}`);
}
