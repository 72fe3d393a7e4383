import type { ApiKey } from '@total-recall/ports';

/** Returns a key as a store keeps it over the one that it held: with the first revocation, which no later write takes back. */
export function stillRevoked(held: ApiKey | undefined, key: ApiKey): ApiKey {
  return held?.revokedAt === undefined ? key : { ...key, revokedAt: held.revokedAt };
}

/** Returns the keys of a tenant, the oldest first. */
export function apiKeysOf(keys: ReadonlyMap<string, ApiKey>, tenant: string): ApiKey[] {
  return [...keys.values()].filter((key) => key.tenant === tenant).sort((a, b) => a.createdAt - b.createdAt || (a.id < b.id ? -1 : 1));
}
