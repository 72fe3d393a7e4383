import { createTally, TotalRecallError } from '@total-recall/runtime';

/** Limits how many requests one tenant may have in flight. */
export interface TenantShare {
  /** Runs the act and settles as it does. Errors: `rate_limited` when the tenant has too many requests in flight. */
  within<T>(tenant: string, act: () => Promise<T>): Promise<T>;
}

export function createTenantShare(most: number): TenantShare {
  const underWay = createTally();
  return {
    async within(tenant, act) {
      if (underWay.of(tenant) >= most)
        throw new TotalRecallError('rate_limited', `At most ${most} requests of a tenant may be under way. Try again in a moment.`, {
          retryAfterMs: 1_000,
        });
      underWay.add(tenant, 1);
      try {
        return await act();
      } finally {
        underWay.add(tenant, -1);
      }
    },
  };
}
