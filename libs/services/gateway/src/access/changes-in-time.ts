import type { RouteId } from '@total-recall/contracts';
import { inTime, TotalRecallError } from '@total-recall/runtime';
import type { GatewayConfig, GatewayDeps } from '../gateway.ts';

/**
 * Changes that may be asked for again while nobody knows whether they were made. A secret that replaces another, or that
 * is the only one of a tenant, is waited for: with its answer it would be lost.
 */
const REPEATABLE: ReadonlySet<RouteId> = new Set(['createKey', 'revokeKey', 'changeTenant']);

/**
 * Creates what runs a call and waits for a change of keys or of a tenant no longer than `changeWithinMs`. Such a
 * change goes on, and is audited once it is made. Errors: those of the call; `unavailable`.
 */
export function createChangesInTime({
  scheduler,
  changeWithinMs: ms,
}: Pick<GatewayDeps, 'scheduler'> & Pick<GatewayConfig, 'changeWithinMs'>) {
  return async <T>(routeId: RouteId, act: () => Promise<T>): Promise<T> => {
    if (ms === undefined || !REPEATABLE.has(routeId)) return act();
    const ended = await inTime(act(), { scheduler, ms });
    if (ended.kind === 'done') return ended.value;
    throw new TotalRecallError(
      'unavailable',
      `The change is not confirmed after ${ms / 1_000} s, and may still be made. Look at the keys or the tenant, and ask again.`,
      { retryAfterMs: 5_000 },
    );
  };
}
