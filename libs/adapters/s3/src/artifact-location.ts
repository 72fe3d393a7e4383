import { ARTIFACT_ID_PATTERN } from '@total-recall/contracts';
import type { ArtifactPlace } from '@total-recall/ports';
import { hashHex, TotalRecallError } from '@total-recall/runtime';

export type Tier = 'hot' | 'cold';

/** Where an artifact is in each tier. */
export interface ArtifactLocation {
  readonly bucket: string;
  readonly keys: Readonly<Record<Tier, string>>;
}

const BUCKET_PREFIX = /^[a-z0-9][a-z0-9-]{1,28}[a-z0-9]$/;
const HASH_CHARACTERS = 32;

/** Errors: `invalid_request` for a prefix that no bucket's name can begin with. */
export function checkBucketPrefix(prefix: string): string {
  if (!BUCKET_PREFIX.test(prefix))
    throw new TotalRecallError(
      'invalid_request',
      'A bucket prefix has 3 to 30 lower case letters, digits and hyphens, none of them at an end.',
    );
  return prefix;
}

/**
 * A tenant's bucket, and the keys in it. Names become hashes: nothing a caller writes reaches a bucket's name or a key.
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

/** Whether a bucket is one of a tenant's under this prefix, and not another's that begins alike. */
export function isTenantBucket(bucketPrefix: string, bucket: string): boolean {
  return bucket.startsWith(`${bucketPrefix}-`) && /^[0-9a-f]{32}$/.test(bucket.slice(bucketPrefix.length + 1));
}

/** Of a name that a caller chose. */
export function hashOf(name: string): string {
  return hashHex(name).slice(0, HASH_CHARACTERS);
}
