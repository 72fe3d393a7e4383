import { TotalRecallError } from '@total-recall/runtime';

export interface RoomLimits {
  /** Of one body. */
  readonly bodyBytes: number;
  /** Of all bodies being read at one time. */
  readonly bodiesBytes: number;
  /** Of those of one tenant; one body of the largest size always has room. */
  readonly tenantBytes: number;
}

/** The bytes of bodies that are held at one time. */
export interface BodyRoom {
  /** Errors: `rate_limited` where it is too much of the tenant, `unavailable` where it is too much of all. */
  check(tenant: string, more: number): void;
  /** Fewer where `bytes` is negative. */
  hold(tenant: string, bytes: number): void;
}

export function createBodyRoom(limits: RoomLimits): BodyRoom {
  let held = 0;
  const heldBy = new Map<string, number>();
  const mostOfTenant = Math.max(limits.tenantBytes, limits.bodyBytes);
  return {
    check(tenant, more) {
      if ((heldBy.get(tenant) ?? 0) + more > mostOfTenant)
        throw new TotalRecallError('rate_limited', 'Too many large bodies of the tenant are being read at the moment.', {
          retryAfterMs: 1_000,
        });
      if (held + more > limits.bodiesBytes)
        throw new TotalRecallError('unavailable', 'Too many large bodies are being read at the moment.', { retryAfterMs: 1_000 });
    },
    hold(tenant, bytes) {
      held += bytes;
      const left = (heldBy.get(tenant) ?? 0) + bytes;
      if (left > 0) heldBy.set(tenant, left);
      else heldBy.delete(tenant);
    },
  };
}
