import type { Logger, Metrics } from '@total-recall/observability';
import type { AggregateHealth, Health } from '@total-recall/runtime';

/** A fault that a part may have, with its gauge and its lines in the log. */
interface Fault {
  readonly has: (health: Health) => boolean;
  readonly gaugeOf: (metrics: Metrics) => Metrics['unreadyParts'];
  readonly begins: string;
  readonly ends: string;
}

const FAULTS: readonly Fault[] = [
  { has: ({ ready }) => !ready, gaugeOf: (metrics) => metrics.unreadyParts, begins: 'not ready', ends: 'ready again' },
  {
    has: ({ ready, isDegraded = false }) => ready && isDegraded,
    gaugeOf: (metrics) => metrics.degradedParts,
    begins: 'degraded',
    ends: 'not degraded any more',
  },
];

/**
 * Returns `health`, with every part that it finds not ready or degraded in the metrics, and in the log when that begins
 * and ends: who asks for it later sees which part kept requests away, or did without something.
 */
export function watchReadiness(
  health: () => Promise<AggregateHealth>,
  { metrics, logger }: { readonly metrics: Metrics; readonly logger: Logger },
): () => Promise<AggregateHealth> {
  const watches = FAULTS.map((fault) => watchFault(fault, { metrics, logger }));
  return async () => {
    const found = await health();
    for (const watch of watches) watch(found);
    return found;
  };
}

function watchFault(
  { has, gaugeOf, begins, ends }: Fault,
  { metrics, logger }: { readonly metrics: Metrics; readonly logger: Logger },
): (found: AggregateHealth) => void {
  const gauge = gaugeOf(metrics);
  let before: ReadonlySet<string> = new Set();
  return ({ components }) => {
    const faulty = Object.entries(components).filter(([, part]) => has(part));
    const now = new Set(faulty.map(([part]) => part));
    for (const [part, { detail }] of faulty) {
      gauge.set({ part }, 1);
      if (!before.has(part)) logger.warn({ part, detail }, begins);
    }
    for (const part of before) {
      if (now.has(part)) continue;
      gauge.set({ part }, 0);
      logger.info({ part }, ends);
    }
    before = now;
  };
}
