import { createReadStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { artifactFilePath, artifactFiles, filesBelow, orUndefinedIfMissing, type ArtifactFile } from '@total-recall/adapter-files';
import { inParallel, isPathBelow } from '@total-recall/runtime';
import { ARTIFACTS, pathOutside, type BackedUpArtifact } from './backup-manifest.ts';
import { copyFile } from './copy-file.ts';

export interface CopiedArtifacts {
  readonly count: number;
  readonly bytes: number;
  /** Number of artifacts that were not in the backup before. */
  readonly copied: number;
  readonly copiedBytes: number;
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
  /** Runs before the store is looked at once more, for what came meanwhile. */
  readonly beforeLastLook: () => Promise<void>;
  readonly onProgress?: (done: number) => void;
}

const AT_A_TIME = 8;

/**
 * Copies the artifacts that the backup lacks and lists all of them. Artifacts never change, so those already listed are
 * not read again. One that is erased meanwhile is left out.
 */
export async function copyArtifacts(options: CopyArtifactsOptions): Promise<CopiedArtifacts> {
  const { root, backup, list, before, beforeLastLook, onProgress } = options;
  const file = await open(list, 'wx', 0o600);
  const listed = new Set<string>();
  const sum = { count: 0, bytes: 0, copied: 0, copiedBytes: 0 };
  const copy = async (artifact: ArtifactFile): Promise<BackedUpArtifact | undefined> => {
    const to = join(backup, ARTIFACTS, ...artifact.path.split('/'));
    const known = before.get(artifact.path);
    if (known?.bytes === artifact.bytes && (await orUndefinedIfMissing(stat(to)))?.size === known.bytes)
      return { ...artifact, sha256: known.sha256 };
    await rm(to, { force: true });
    const copied = await orUndefinedIfMissing(copyFile(artifactFilePath(root, artifact), to));
    if (copied === undefined) return undefined;
    sum.copied += 1;
    sum.copiedBytes += copied.bytes;
    return { ...artifact, ...copied };
  };
  const copyUnlisted = async (): Promise<void> => {
    for await (const found of artifactFiles(root)) {
      const artifacts = found.filter(({ path }) => !listed.has(path));
      const copied = (await inParallel(artifacts, AT_A_TIME, copy)).filter((artifact) => artifact !== undefined);
      for (const { path, bytes } of copied) {
        listed.add(path);
        sum.count += 1;
        sum.bytes += bytes;
      }
      await file.writeFile(copied.map((artifact) => `${JSON.stringify(artifact)}\n`).join(''));
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
  return sum;
}

/** Yields the artifacts of a list in order. Errors: ENOENT; `damaged` for one outside the folders of the tiers. */
export async function* listedArtifacts(list: string): AsyncGenerator<BackedUpArtifact> {
  const lines = createInterface({ input: createReadStream(list), crlfDelay: Infinity });
  for await (const line of lines) {
    if (line === '') continue;
    const artifact = JSON.parse(line) as BackedUpArtifact;
    if (!isPathBelow(artifact.path)) throw pathOutside(list, artifact.path);
    if (!isTier(artifact.tier)) throw pathOutside(list, artifact.tier);
    yield artifact;
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
    for (const { path } of files) if (!listed.has(path)) await rm(join(backup, ARTIFACTS, ...path.split('/')), { force: true });
}
