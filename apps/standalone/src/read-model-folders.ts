import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FOLD_VERSION } from '@total-recall/domain';

export interface ReadModelFolders {
  /** The folder that belongs to this log and this version; it may not be there yet. */
  readonly own: string;
  /** The newest folder of the same log and an earlier version. It answers until the own one is filled, and is removed then. */
  readonly former?: string;
  /** Version of the fold that the former was made by. */
  readonly formerVersion?: number;
}

/**
 * A read model belongs to one generation of the log and one version of the fold. All but the newest of the earlier versions are removed. Those of
 * other logs say nothing about this one and are left alone: each may be the last copy of what its log held.
 */
export async function readModelFolders(dataDir: string, generation: string): Promise<ReadModelFolders> {
  const present = (await readdir(dataDir)).filter((entry) => entry.startsWith('read-model-'));
  const versions = new Map(present.map((entry) => [entry, versionOf(entry, generation)]));
  const earlier = present.filter((entry) => (versions.get(entry) ?? FOLD_VERSION) < FOLD_VERSION);
  const former = earlier.sort((a, b) => versions.get(b)! - versions.get(a)!)[0];
  const own = folderName(generation, FOLD_VERSION);
  for (const entry of earlier) if (entry !== former) await rm(join(dataDir, entry), { recursive: true, force: true });
  return { own: join(dataDir, own), ...(former !== undefined && { former: join(dataDir, former), formerVersion: versions.get(former)! }) };
}

function folderName(generation: string, version: number): string {
  return `read-model-${generation}-v${version}`;
}

/** Version of a folder of this log; undefined for a folder of another. */
function versionOf(entry: string, generation: string): number | undefined {
  const version = Number(/-v(\d{1,6})$/.exec(entry)?.[1]);
  return entry === folderName(generation, version) ? version : undefined;
}
