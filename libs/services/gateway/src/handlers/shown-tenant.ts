import type { Tenant } from '@total-recall/ports';

/** Converts a tenant to its wire form. */
export function shownTenant({ removing: _removing, ...tenant }: Tenant): Omit<Tenant, 'removing'> {
  return tenant;
}
