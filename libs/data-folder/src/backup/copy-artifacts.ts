import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { artifactFilePath, artifactFiles, filesBelow, orUndefinedIfMissing, type ArtifactFile } from '@total-recall/adapter-files';
import { inParallel, isPathBelow } from '@total-recall/runtime';
import { artifactsToReadAgain } from './artifacts-to-read-again.ts';
import { ARTIFACTS, pathOutside, type BackedUpArtifact } from './backup-manifest.ts';
import { copyChecked, copyFile } from './copy-file.ts';
import { nameFiles, type NamedFiles } from './named-files.ts';
import { openRegular } from './regular-file.ts';

export interface CopiedArtifacts {
  readonly count: number;
  readonly bytes: number;
  /** Number of artifacts that were not in the backup before. */
  readonly copied: number;
  readonly copiedBytes: number;
  /** Bytes of the artifacts that the backup had, and that were read again. */
  readonly readAgainBytes: number;
  /** Artifacts whose file in the backup was damaged or gone, and was copied anew. */
  readonly replaced: NamedFiles;
}

export interface CopiedStore {
  readonly sum: CopiedArtifacts;
  /** Paths of all that were listed. */
  readonly listed: ReadonlySet<string>;
  /** Artifacts by path of which the data folder has other bytes than the earlier backup, as one of the two is damaged. */
  readonly doubtful: ReadonlyMap<string, Doubtful>;
}

export interface Doubtful {
  /** File of the data folder. */
  readonly source: ArtifactFile;
  /** The copy that is in the backup now. */
  readonly has: 'earlier' | 'new';
}

export interface CopyArtifactsOptions {
  /** Folder of the artifact store. */
  readonly root: string;
  /** Folder of the backup. */
  readonly backup: string;
  /** File to create, with one line per artifact. */
  readonly list: string;
  /** Artifacts of the backup that the folder already holds. */
  readonly before: ReadonlyMap<string, BackedUpArtifact>;
  /** Time of this backup, epoch milliseconds. */
  readonly now: number;
  /** Runs before the store is looked at once more, for what came meanwhile. */
  readonly beforeLastLook: () => Promise<void>;
  readonly onProgress?: (done: number) => void;
}

const AT_A_TIME = 8;

/**
 * Copies the artifacts that the backup lacks, or has damaged, and lists all of them. Artifacts never change, so a file
 * of the backup that is as it was written stays, whatever the data folder has by now. One that is erased meanwhile is
 * left out.
 */
export async function copyArtifacts(options: CopyArtifactsOptions): Promise<CopiedStore> {
  const { root, backup, list, before, now, beforeLastLook, onProgress } = options;
  const file = await open(list, 'wx', 0o600);
  const listed = new Set<string>();
  const doubtful = new Map<string, Doubtful>();
  const isDue = artifactsToReadAgain(before);
  const replaced = nameFiles();
  const sum = { count: 0, bytes: 0, copied: 0, copiedBytes: 0, readAgainBytes: 0 };
  const keep = async (source: ArtifactFile, known: BackedUpArtifact): Promise<BackedUpArtifact | undefined> => {
    const to = artifactInBackup(backup, source.path);
    const isOther = known.bytes !== source.bytes;
    if (!isOther && !isDue(source.path))
      return (await orUndefinedIfMissing(stat(to)))?.size === known.bytes ? { ...source, ...sumOf(known) } : undefined;
    if ((await copyChecked(to, known, undefined)) !== 'whole') return undefined;
    sum.readAgainBytes += known.bytes;
    if (isOther) doubtful.set(source.path, { source, has: 'earlier' });
    return { ...source, ...sumOf(known), readAt: now };
  };
  const copy = async (source: ArtifactFile): Promise<BackedUpArtifact | undefined> => {
    const known = before.get(source.path);
    const kept = known && (await keep(source, known));
    if (kept) return kept;
    const to = artifactInBackup(backup, source.path);
    await rm(to, { recursive: true, force: true });
    const copied = await orUndefinedIfMissing(copyFile(artifactFilePath(root, source), to));
    if (copied === undefined) return undefined;
    sum.copiedBytes += copied.bytes;
    if (known) {
      replaced.add(source.path);
      if (copied.sha256 !== known.sha256) doubtful.set(source.path, { source, has: 'new' });
    } else sum.copied += 1;
    return { ...source, ...copied, readAt: now };
  };
  const copyUnlisted = async (): Promise<void> => {
    for await (const found of artifactsOfFolder(root)) {
      const artifacts = found.filter(({ path }) => !listed.has(path));
      const copied = (await inParallel(artifacts, AT_A_TIME, copy)).filter((artifact) => artifact !== undefined);
      for (const { path, bytes } of copied) {
        listed.add(path);
        sum.count += 1;
        sum.bytes += bytes;
      }
      await file.writeFile(linesOf(copied));
      onProgress?.(sum.count);
    }
  };
  try {
    await copyUnlisted();
    await beforeLastLook();
    await copyUnlisted();
    await file.sync();
  } finally {
    await file.close();
  }
  return { sum: { ...sum, replaced: replaced.named() }, listed, doubtful };
}

/** Yields the artifacts of a store; none where its folder is a file, or a link to a disk that is not mounted. */
async function* artifactsOfFolder(root: string): AsyncGenerator<readonly ArtifactFile[]> {
  if ((await orUndefinedIfMissing(stat(root)))?.isDirectory()) yield* artifactFiles(root);
}

function sumOf({ bytes, sha256, readAt }: BackedUpArtifact): Pick<BackedUpArtifact, 'bytes' | 'sha256' | 'readAt'> {
  return { bytes, sha256, ...(readAt !== undefined && { readAt }) };
}

/** Returns the path of an artifact's file in a backup, which has no tiers. */
export function artifactInBackup(backup: string, path: string): string {
  return join(backup, ARTIFACTS, ...path.split('/'));
}

export function linesOf(artifacts: readonly BackedUpArtifact[]): string {
  return artifacts.map((artifact) => `${JSON.stringify(artifact)}\n`).join('');
}

/**
 * Yields the artifacts of a list in order. Errors: ENOENT; `damaged` for a list that is no regular file, and for an
 * artifact outside the folders of the tiers.
 */
export async function* listedArtifacts(list: string): AsyncGenerator<BackedUpArtifact> {
  const file = await openRegular(list, 'refuses');
  try {
    const lines = createInterface({ input: file.createReadStream({ autoClose: false }), crlfDelay: Infinity });
    for await (const line of lines) {
      if (line === '') continue;
      const artifact = JSON.parse(line) as BackedUpArtifact;
      if (!isPathBelow(artifact.path)) throw pathOutside(list, artifact.path);
      if (!isTier(artifact.tier)) throw pathOutside(list, artifact.tier);
      yield artifact;
    }
  } finally {
    await file.close();
  }
}

function isTier(tier: unknown): tier is BackedUpArtifact['tier'] {
  return tier === 'hot' || tier === 'cold';
}

/** Removes artifacts that the list does not name: they were erased, or an interrupted run left them. */
export async function removeUnlisted(backup: string, list: string): Promise<void> {
  const listed = new Set<string>();
  for await (const { path } of listedArtifacts(list)) listed.add(path);
  for await (const files of filesBelow(join(backup, ARTIFACTS)))
    for (const { path } of files) if (!listed.has(path)) await rm(artifactInBackup(backup, path), { force: true });
}
