import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { FOLD_VERSION } from '@total-recall/domain';

export interface ReadModelFolders {
  /** Folder for this log and this version; it may not exist yet. */
  readonly own: string;
  /**
   * Newest folder of the same log and an earlier version. It answers until the own folder is filled, and is then
   * removed.
   */
  readonly former?: string;
  /** Fold version of the former folder. */
  readonly formerVersion?: number;
}

/**
 * Finds the folders of read models. A read model belongs to one generation of the log and one version of the fold. Of
 * earlier versions all but the newest are removed. Those of other logs are left alone, as each may be the last copy of
 * what its log held.
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

/** Returns the version of a folder of this log; undefined for a folder of another log. */
function versionOf(entry: string, generation: string): number | undefined {
  const version = Number(/-v(\d{1,6})$/.exec(entry)?.[1]);
  return entry === folderName(generation, version) ? version : undefined;
}
