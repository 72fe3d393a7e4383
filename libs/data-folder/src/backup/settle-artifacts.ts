import { open, rename, rm } from 'node:fs/promises';
import { artifactFilePath, orUndefinedIfMissing, type ArtifactFile } from '@total-recall/adapter-files';
import { eachErasure } from '@total-recall/adapter-sqlite';
import { targetsOf } from '@total-recall/domain';
import type { BackedUpArtifact } from './backup-manifest.ts';
import { artifactInBackup, linesOf, listedArtifacts, type CopiedStore, type Doubtful } from './copy-artifacts.ts';
import { copyChecked, copyFile, measureFile } from './copy-file.ts';
import { pathOf, type Reference } from './find-references.ts';
import { nameFiles, type NamedFiles } from './named-files.ts';
import { openRegular } from './regular-file.ts';

/** Artifacts that the data folder lost, by how a backup deals with them. */
export interface SettledArtifacts {
  /** Artifacts that records refer to and that the data folder lost, or has damaged. The earlier backup's are kept. */
  readonly kept: NamedFiles;
  /** Artifacts that the data folder lost and that are kept, as it is not known whether they were erased. */
  readonly unexplained: NamedFiles;
  /** Artifacts that records refer to and that are missing or damaged in the data folder and in the earlier backup. */
  readonly missing: NamedFiles;
}

interface LostArtifacts {
  take(reference: Reference): Promise<void>;
  /** Puts right what was found, in the backup and in its list. Call it once all records were taken. */
  settle(ended: Ended): Promise<SettledArtifacts & { readonly count: number; readonly bytes: number }>;
}

interface Ended {
  /** True where all records were opened, so that an artifact that none took belongs to none. */
  readonly isComplete: boolean;
  /** Copy of the ledger; undefined where there is none. */
  readonly ledger: string | undefined;
}

interface LostOptions {
  /** Folder of the artifact store. */
  readonly root: string;
  readonly backup: string;
  readonly list: string;
  readonly before: ReadonlyMap<string, BackedUpArtifact>;
  readonly copied: CopiedStore;
  readonly now: number;
}

/**
 * Compares what records refer to with what was listed. An artifact that a record refers to and that the data folder lost
 * stays in the backup: no erasure took it. One that no record refers to is left out: it was erased, or belongs to no
 * event. Its memory is bounded by the number of artifacts, not of records.
 */
export function createLostArtifacts(options: LostOptions): LostArtifacts {
  const { copied, before } = options;
  const lost = new Set<string>();
  const unlisted = new Set<string>();
  const judged = new Map<string, Judged>();
  const lose = async ({ path, opens }: Reference): Promise<void> => {
    if (lost.has(path)) return;
    lost.add(path);
    if (before.has(path)) return;
    // A backup that lost its manifest may have the file all the same.
    const stored = await readStored(artifactInBackup(options.backup, path)).catch(() => undefined);
    if (stored && (await opens(stored))) unlisted.add(path);
  };
  return {
    async take(reference) {
      const { path } = reference;
      if (!copied.listed.has(path)) await lose(reference);
      const doubtful = copied.doubtful.get(path);
      if (doubtful && !judged.has(path)) judged.set(path, await judge(options, reference, doubtful));
    },
    async settle({ isComplete, ledger }) {
      const [kept, unexplained, missing] = [nameFiles(), nameFiles(), nameFiles()];
      const changed = new Map<string, BackedUpArtifact>();
      for (const path of [...lost].sort()) {
        const found =
          (await copyLate(options, path)) ?? (unlisted.has(path) ? await listFound(options, path) : await keepEarlier(options, path));
        if (found) changed.set(path, found.artifact);
        if (found?.isEarlier) kept.add(path);
        if (!found) missing.add(path);
      }
      for (const [path, { source, has }] of copied.doubtful) {
        const good = judged.get(path) ?? (isComplete ? undefined : has);
        if (good === 'new' && has === 'earlier') changed.set(path, await copyAnew(options, source));
        if (good === 'earlier') kept.add(path);
        if (good === 'neither') missing.add(path);
      }
      const gone = isComplete ? [] : [...before.keys()].filter((path) => !copied.listed.has(path) && !lost.has(path));
      const isErased = gone.length > 0 && ledger !== undefined ? erasedIn(ledger) : () => false;
      for (const path of gone) {
        if (isErased(path)) continue;
        const found = await keepEarlier(options, path);
        if (!found) {
          missing.add(path);
          continue;
        }
        changed.set(path, found.artifact);
        unexplained.add(path);
      }
      const sum = changed.size > 0 ? await rewriteList(options.list, changed) : copied.sum;
      return { kept: kept.named(), unexplained: unexplained.named(), missing: missing.named(), count: sum.count, bytes: sum.bytes };
    },
  };
}

/** Which of two copies of an artifact is undamaged. */
type Judged = 'new' | 'earlier' | 'neither';

async function judge({ root, backup }: LostOptions, { path, opens }: Reference, { source, has }: Doubtful): Promise<Judged> {
  const isGood = async (file: string): Promise<boolean> => {
    const stored = await readStored(file);
    return stored !== undefined && opens(stored);
  };
  if (await isGood(artifactFilePath(root, source))) return 'new';
  return has === 'earlier' && (await isGood(artifactInBackup(backup, path))) ? 'earlier' : 'neither';
}

interface Found {
  readonly artifact: BackedUpArtifact;
  /** True for the file of the earlier backup. */
  readonly isEarlier: boolean;
}

/** Copies an artifact that the data folder has after all, as one that was deleted and put back during the look at it. */
async function copyLate(options: LostOptions, path: string): Promise<Found | undefined> {
  for (const tier of ['hot', 'cold', 'hot'] as const) {
    const found = await statRegular(artifactFilePath(options.root, { tier, path }));
    if (found) return { artifact: await copyAnew(options, { tier, path, ...found }), isEarlier: false };
  }
  return undefined;
}

async function statRegular(file: string): Promise<Pick<ArtifactFile, 'bytes' | 'storedAt'> | undefined> {
  const opened = await openRegular(file, 'follows').catch(() => undefined);
  if (!opened) return undefined;
  try {
    const { size, mtimeMs } = await opened.stat();
    return { bytes: size, storedAt: Math.round(mtimeMs) };
  } finally {
    await opened.close();
  }
}

async function copyAnew({ root, backup, now }: LostOptions, source: ArtifactFile): Promise<BackedUpArtifact> {
  const to = artifactInBackup(backup, source.path);
  await rm(to, { recursive: true, force: true });
  return { ...source, ...(await copyFile(artifactFilePath(root, source), to)), readAt: now };
}

/** Returns the artifact of the earlier backup where it is as it was written. */
async function keepEarlier({ backup, before, now }: LostOptions, path: string): Promise<Found | undefined> {
  const earlier = before.get(path);
  if (!earlier || (await copyChecked(artifactInBackup(backup, path), earlier, undefined)) !== 'whole') return undefined;
  return { artifact: { ...earlier, readAt: now }, isEarlier: true };
}

/** Lists a file of the backup that its records open, and that no list names. */
async function listFound({ backup, now }: LostOptions, path: string): Promise<Found> {
  const sum = await measureFile(artifactInBackup(backup, path), 'refuses');
  return { artifact: { tier: 'hot', path, storedAt: now, ...sum, readAt: now }, isEarlier: true };
}

/** Returns a test of the paths of artifacts that erasures in a ledger name, or that are of a space that was erased. */
function erasedIn(ledger: string): (path: string) => boolean {
  const paths = new Set<string>();
  const folders = new Set<string>();
  const ofSpace = (path: string): string => path.split('/').slice(0, 2).join('/');
  eachErasure(ledger, (tenant, act) => {
    const { artifacts = [], spaces = [] } = targetsOf(act) ?? {};
    for (const { space, artifactId } of artifacts) paths.add(pathOf({ tenant, space, artifactId }));
    for (const space of spaces) folders.add(ofSpace(pathOf({ tenant, space, artifactId: `art_${'0'.repeat(32)}` })));
  });
  return (path) => paths.has(path) || folders.has(ofSpace(path));
}

/** Replaces lines of the list, adds those that it lacks, and returns what it then has. */
async function rewriteList(list: string, changed: Map<string, BackedUpArtifact>): Promise<{ count: number; bytes: number }> {
  const left = new Map(changed);
  const sum = { count: 0, bytes: 0 };
  const draft = `${list}.draft`;
  const file = await open(draft, 'wx', 0o600);
  const write = async (artifact: BackedUpArtifact): Promise<void> => {
    sum.count += 1;
    sum.bytes += artifact.bytes;
    await file.writeFile(linesOf([artifact]));
  };
  try {
    for await (const artifact of listedArtifacts(list)) {
      await write(left.get(artifact.path) ?? artifact);
      left.delete(artifact.path);
    }
    for (const artifact of left.values()) await write(artifact);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(draft, list);
  return sum;
}

/** Reads a stored artifact; undefined where there is none. */
export async function readStored(file: string): Promise<Uint8Array | undefined> {
  const opened = await orUndefinedIfMissing(openRegular(file, 'follows'));
  if (!opened) return undefined;
  try {
    return await opened.readFile();
  } finally {
    await opened.close();
  }
}
