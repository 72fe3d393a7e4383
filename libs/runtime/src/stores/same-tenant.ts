import { createHash } from 'node:crypto';
import type { Tenant } from '@total-recall/ports';

/** Returns a digest of what a tenant's record says, whatever the order of its fields; also of one that is not there. */
export function tenantDigest(tenant: Tenant | undefined): string {
  return createHash('sha256')
    .update(JSON.stringify(tenant ?? null, inOrder))
    .digest('base64url')
    .slice(0, 22);
}

/** Returns true where two records of a tenant say the same. */
export function isSameTenant(one: Tenant | undefined, other: Tenant | undefined): boolean {
  return tenantDigest(one) === tenantDigest(other);
}

function inOrder(_name: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}
