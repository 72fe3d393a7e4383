import { TotalRecallError } from '@total-recall/runtime';

export interface OwnerDeps {
  readonly owns: (tenant: string) => boolean;
  /** Returns the address of the process that owns the tenant's partition of the ledger. */
  readonly ownerOf: (tenant: string) => Promise<string | undefined>;
}

/** Refuses tenants of other owners with `unavailable`, and names the address of the owner. */
export async function refuseOthers({ owns, ownerOf }: OwnerDeps, tenant: string): Promise<void> {
  if (owns(tenant)) return;
  const servedBy = await ownerOf(tenant).catch(() => undefined);
  throw new TotalRecallError('unavailable', "Another process has this tenant's part of the ledger at the moment. Try again.", {
    retryAfterMs: 1_000,
    ...(servedBy !== undefined && { details: { servedBy } }),
  });
}
