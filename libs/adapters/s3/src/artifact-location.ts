import { ARTIFACT_ID_PATTERN } from '@total-recall/contracts';
import type { ArtifactPlace } from '@total-recall/ports';
import { hashHex, TotalRecallError } from '@total-recall/runtime';

export type Tier = 'hot' | 'cold';

/** Bucket of an artifact, and its key in each tier. */
export interface ArtifactLocation {
  readonly bucket: string;
  readonly keys: Readonly<Record<Tier, string>>;
}

const BUCKET_PREFIX = /^[a-z0-9][a-z0-9-]{1,28}[a-z0-9]$/;
const HASH_CHARACTERS = 32;

/** Returns the prefix if it is valid. Errors: `invalid_request` for a prefix that no bucket name can start with. */
export function checkBucketPrefix(prefix: string): string {
  if (!BUCKET_PREFIX.test(prefix))
    throw new TotalRecallError(
      'invalid_request',
      'A bucket prefix has 3 to 30 lower case letters, digits and hyphens, none of them at an end.',
    );
  return prefix;
}

/**
 * Returns a tenant's bucket and the keys in it. Names are hashed: nothing that a caller writes reaches the name of a
 * bucket or a key.
 * Errors: `invalid_artifact_id`.
 */
export function artifactLocation(bucketPrefix: string, { tenant, space, artifactId }: ArtifactPlace): ArtifactLocation {
  if (!ARTIFACT_ID_PATTERN.test(artifactId)) throw new TotalRecallError('invalid_artifact_id', 'An artifact id is art_ and 32 hex digits.');
  const path = `${hashOf(space)}/${artifactId}`;
  return { bucket: tenantBucket(bucketPrefix, tenant), keys: { hot: `hot/${path}`, cold: `cold/${path}` } };
}

export function tenantBucket(bucketPrefix: string, tenant: string): string {
  return `${bucketPrefix}-${hashOf(tenant)}`;
}

/** Returns true for a tenant's bucket under this prefix, and false for others whose name merely starts alike. */
export function isTenantBucket(bucketPrefix: string, bucket: string): boolean {
  return bucket.startsWith(`${bucketPrefix}-`) && /^[0-9a-f]{32}$/.test(bucket.slice(bucketPrefix.length + 1));
}

/** Returns the hash of a name that a caller chose. */
export function hashOf(name: string): string {
  return hashHex(name).slice(0, HASH_CHARACTERS);
}
