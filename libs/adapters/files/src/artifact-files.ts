import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { orUndefinedIfMissing } from './durable-file.ts';

export type ArtifactTier = 'hot' | 'cold';

/** File of a stored artifact, for code that copies a whole store. */
export interface ArtifactFile {
  readonly tier: ArtifactTier;
  /** Path below the folder of the tier, with `/` between its parts; the same in both tiers. */
  readonly path: string;
  readonly bytes: number;
  /** Time at which it was stored, epoch milliseconds. */
  readonly storedAt: number;
}

/**
 * Yields every regular file below a folder, one batch per folder, with `/` between the parts of each path. Pipes and
 * devices are left out: whoever opens one waits.
 */
export function filesBelow(root: string): AsyncGenerator<readonly Omit<ArtifactFile, 'tier'>[]> {
  return walk(root, []);
}

/**
 * Yields every artifact of a store, one batch per folder, while the store may be written. An artifact that changes its
 * tier meanwhile may appear twice but is never missed, because hot is listed again after cold.
 */
export async function* artifactFiles(root: string): AsyncGenerator<readonly ArtifactFile[]> {
  for (const tier of ['hot', 'cold', 'hot'] as const)
    for await (const files of walk(join(root, tier), [])) yield files.map((file) => ({ tier, ...file }));
}

/** Returns the path of an artifact's file in a store. */
export function artifactFilePath(root: string, { tier, path }: Pick<ArtifactFile, 'tier' | 'path'>): string {
  return join(root, tier, ...path.split('/'));
}

async function* walk(root: string, below: readonly string[]): AsyncGenerator<readonly Omit<ArtifactFile, 'tier'>[]> {
  const entries = (await orUndefinedIfMissing(readdir(join(root, ...below), { withFileTypes: true }))) ?? [];
  const files: Omit<ArtifactFile, 'tier'>[] = [];
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const at = [...below, entry.name];
    if (entry.isDirectory()) yield* walk(root, at);
    else {
      const found = await orUndefinedIfMissing(stat(join(root, ...at)));
      if (found?.isFile()) files.push({ path: at.join('/'), bytes: found.size, storedAt: Math.round(found.mtimeMs) });
    }
  }
  if (files.length > 0) yield files;
}
