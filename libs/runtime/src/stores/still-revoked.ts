import type { ApiKey } from '@total-recall/ports';

/** Returns a key as a store keeps it over the one that it held: with the first revocation, which no later write takes back. */
export function stillRevoked(held: ApiKey | undefined, key: ApiKey): ApiKey {
  return held?.revokedAt === undefined ? key : { ...key, revokedAt: held.revokedAt };
}
