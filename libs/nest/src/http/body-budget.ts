import { createTally, TotalRecallError } from '@total-recall/runtime';

export interface BodyBudgetLimits {
  /** Largest size of one body. */
  readonly bodyBytes: number;
  /** Bytes of the bodies of one tenant that were announced and are not read yet. One body of the largest size is always allowed. */
  readonly tenantBytes: number;
}

/** Counts the bytes of bodies that were announced or are being read, by tenant. The sum over all tenants is bounded by `RequestBudget`. */
export interface BodyBudget {
  /** Checks that `more` bytes fit. Errors: `rate_limited` above the tenant's limit. */
  check(tenant: string, more: number): void;
  /** Adds bytes to those held; a negative number releases them. */
  hold(tenant: string, bytes: number): void;
}

export function createBodyBudget(limits: BodyBudgetLimits): BodyBudget {
  const held = createTally();
  const mostOfTenant = Math.max(limits.tenantBytes, limits.bodyBytes);
  return {
    check(tenant, more) {
      if (held.of(tenant) + more > mostOfTenant)
        throw new TotalRecallError('rate_limited', 'Too many large bodies of the tenant are being read at the moment.', {
          retryAfterMs: 1_000,
        });
    },
    hold: (tenant, bytes) => held.add(tenant, bytes),
  };
}
