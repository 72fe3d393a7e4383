import { LIMITS } from '@total-recall/contracts';
import { spaceKey } from '@total-recall/domain';
import type { Clock } from '@total-recall/ports';
import { createLruMap, TotalRecallError } from '@total-recall/runtime';
import type { Admission } from '../gateway.ts';

/**
 * Keeps off for a moment what was refused because too much of the same waits. A caller that asks again at once would
 * otherwise have its body parsed, sent on and refused each time, which takes longer than many an answer to others.
 */
export interface OverloadPauses {
  /** Errors: `overloaded` while the operation is paused in the space. */
  check(asked: Admission): void;
  /** Runs `act`, and begins a pause where it is refused as `overloaded`. Nothing without a space is paused. */
  watch<T>(asked: Admission, act: () => Promise<T>): Promise<T>;
}

/**
 * Part of the time to wait that a pause lasts. The time is until all that waits of a tenant is done; with a part of it
 * gone there is room for more, and the service must not run out of work that was refused.
 */
const PAUSED_SHARE = 1 / 4;

export function createOverloadPauses(clock: Pick<Clock, 'monotonicMs'>): OverloadPauses {
  const ends = createLruMap<number>(LIMITS.rateBuckets);
  const nameOf = ({ routeId, caller: { tenant }, params: { space } }: Admission): string | undefined =>
    space === undefined ? undefined : `${routeId} ${spaceKey({ tenant, space })}`;
  return {
    check(asked) {
      const name = nameOf(asked);
      const retryAfterMs = name === undefined ? 0 : Math.ceil((ends.get(name) ?? 0) - clock.monotonicMs());
      if (retryAfterMs <= 0) return;
      throw new TotalRecallError('overloaded', 'More work waits than can be done in time. Try again later.', { retryAfterMs });
    },
    async watch(asked, act) {
      try {
        return await act();
      } catch (error) {
        const name = nameOf(asked);
        if (name !== undefined && error instanceof TotalRecallError && error.code === 'overloaded')
          ends.set(name, clock.monotonicMs() + (error.retryAfterMs ?? 0) * PAUSED_SHARE);
        throw error;
      }
    },
  };
}
