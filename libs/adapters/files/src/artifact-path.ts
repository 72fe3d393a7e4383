import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { ArtifactPlace } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

const ARTIFACT_ID = /^art_[0-9a-f]{32}$/;

/**
 * Returns the path of an artifact below the root of a tier. Names of tenants and spaces are hashed: nothing that a
 * caller writes reaches the file system, and names that differ only in case stay distinct on every file system.
 * Errors: `invalid_artifact_id`.
 */
export function artifactPath({ tenant, space, artifactId }: ArtifactPlace): string {
  if (!ARTIFACT_ID.test(artifactId)) throw new TotalRecallError('invalid_artifact_id', 'An artifact id is art_ and 32 hex digits.');
  return join(spaceFolder(tenant, space), artifactId.slice(4, 6), artifactId);
}

/** Returns the folder of a space below the root of a tier. */
export function spaceFolder(tenant: string, space: string): string {
  return join(folderName('t', tenant), folderName('s', space));
}

/** Returns a folder name for a name that a caller chose. */
export function folderName(prefix: string, name: string): string {
  return `${prefix}-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`;
}
