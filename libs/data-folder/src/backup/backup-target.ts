import { readdir, rm } from 'node:fs/promises';
import { join, relative, resolve, sep } from 'node:path';
import { makeFolder } from '@total-recall/adapter-files';
import { lockFile } from '@total-recall/adapter-sqlite';
import { TotalRecallError } from '@total-recall/runtime';
import { ARTIFACT_LIST, beginBackup, ownerOfBackup, readManifest, type BackedUpArtifact } from './backup-manifest.ts';
import { copyChecked } from './copy-file.ts';
import { listedArtifacts } from './copy-artifacts.ts';

export interface BackupTarget {
  /** Reads the artifacts of the existing backup, by path. */
  artifactsBefore(): Promise<ReadonlyMap<string, BackedUpArtifact>>;
  /**
   * Removes the databases of all other backups, finished or not. Without a name it keeps those that the manifest names;
   * without a manifest no backup was finished, and none can be restored.
   */
  removeAllBut(databases?: string): Promise<void>;
  unlock(): void;
}

const LOCK = 'lock.db';
const LOCK_WAIT_MS = 250;
/** Entries that the root of a separate file system may have, besides our lock. */
const NOT_OURS: ReadonlySet<string> = new Set(['lost+found', LOCK]);

interface Place {
  readonly dataDir: string;
  readonly target: string;
}

/**
 * Opens a folder for backups of one data folder: it must be empty, missing, or hold such backups. Errors:
 * `invalid_request`, `unavailable`, `damaged`.
 */
export async function openTarget({ dataDir, target }: Place, folderId: string): Promise<BackupTarget> {
  refuseNested(target, dataDir);
  await makeFolder(target);
  const present = (await readdir(target)).filter((entry) => !NOT_OURS.has(entry));
  const owner = await ownerOfBackup(target);
  if (owner === undefined && present.length > 0)
    throw new TotalRecallError('invalid_request', `${target} is not empty and holds no backup. Choose an empty folder.`);
  if (owner !== undefined && owner !== folderId)
    throw new TotalRecallError('invalid_request', `${target} holds backups of another data folder. Choose an empty folder.`);
  const unlock = lockFile(join(target, LOCK), LOCK_WAIT_MS);
  if (!unlock) throw new TotalRecallError('unavailable', `Another backup is being written to ${target}. Wait until it is done.`);
  if (owner === undefined) await beginBackup(target, folderId);
  return {
    async artifactsBefore() {
      const before = new Map<string, BackedUpArtifact>();
      const manifest = await readManifest(target);
      if (manifest === undefined) return before;
      const list = join(target, manifest.databases, ARTIFACT_LIST);
      const found = await copyChecked(list, manifest.artifacts.list, undefined);
      if (found !== 'whole')
        throw new TotalRecallError(
          'damaged',
          `${list} is ${found}, so it is not known which artifacts the earlier backup has. It is kept; name another folder for the next one.`,
        );
      for await (const artifact of listedArtifacts(list)) before.set(artifact.path, artifact);
      return before;
    },
    async removeAllBut(databases) {
      const kept = databases ?? (await readManifest(target))?.databases;
      for (const entry of await readdir(target))
        if (entry.startsWith('at-') && entry !== kept) await rm(join(target, entry), { recursive: true, force: true });
    },
    unlock,
  };
}

/** Refuses a backup and a data folder of which one lies in the other. */
export function refuseNested(backup: string, dataDir: string): void {
  if (isInside(backup, dataDir) || isInside(dataDir, backup))
    throw new TotalRecallError('invalid_request', `The backup ${backup} and the data folder ${dataDir} must not contain each other.`);
}

/** Says whether a path is a folder or lies in it. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(resolve(folder), resolve(path));
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && resolve(way) !== way);
}
