import type { Logger, Metrics } from '@total-recall/observability';
import type { AggregateHealth } from '@total-recall/runtime';

/**
 * Returns `health`, with every part that it finds not ready in the metrics, and in the log when that begins and ends: who
 * asks for it later sees which part kept requests away.
 */
export function watchReadiness(
  health: () => Promise<AggregateHealth>,
  { metrics, logger }: { readonly metrics: Metrics; readonly logger: Logger },
): () => Promise<AggregateHealth> {
  let before: ReadonlySet<string> = new Set();
  return async () => {
    const found = await health();
    const unready = Object.entries(found.components).filter(([, { ready }]) => !ready);
    const now = new Set(unready.map(([part]) => part));
    for (const [part, { detail }] of unready) {
      metrics.unreadyParts.set({ part }, 1);
      if (!before.has(part)) logger.warn({ part, detail }, 'not ready');
    }
    for (const part of before) {
      if (now.has(part)) continue;
      metrics.unreadyParts.set({ part }, 0);
      logger.info({ part }, 'ready again');
    }
    before = now;
    return found;
  };
}
