import { TotalRecallError } from '@total-recall/runtime';

/** Limits how many requests one tenant may have in flight. */
export interface TenantShare {
  /** Runs the act and settles as it does. Errors: `rate_limited` when the tenant has too many requests in flight. */
  within<T>(tenant: string, act: () => Promise<T>): Promise<T>;
}

export function createTenantShare(most: number): TenantShare {
  const underWay = new Map<string, number>();
  return {
    async within(tenant, act) {
      const before = underWay.get(tenant) ?? 0;
      if (before >= most)
        throw new TotalRecallError('rate_limited', `At most ${most} requests of a tenant may be under way. Try again in a moment.`, {
          retryAfterMs: 1_000,
        });
      underWay.set(tenant, before + 1);
      try {
        return await act();
      } finally {
        const left = underWay.get(tenant)! - 1;
        if (left > 0) underWay.set(tenant, left);
        else underWay.delete(tenant);
      }
    },
  };
}
