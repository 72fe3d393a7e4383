import { serverProbe, type Component, type ProbeOptions } from '@total-recall/runtime';
import type { Stores } from './stores.ts';

/** Names that no tenant can have. */
export const NOBODY = { tenant: '_service', space: '_', session: '_' } as const;
export const NO_ARTIFACT = `art_${'0'.repeat(32)}`;

/**
 * Creates one health component per server. Each probes by a request that reads next to nothing. A log with a partition
 * that takes no appends any more is degraded: the tenants of its other partitions are served.
 */
export function serverProbes(
  { log, index, anatomy, artifacts }: Pick<Stores, 'log' | 'index' | 'anatomy' | 'artifacts'>,
  options: ProbeOptions,
): Component[] {
  return [
    withRefusal(
      serverProbe('kafka', () => log.end(0), options),
      log,
    ),
    serverProbe('opensearch', () => index.marks(0), options),
    serverProbe('clickhouse', () => anatomy.anatomy({ ...NOBODY, limit: 1 }), options),
    serverProbe('s3', () => artifacts.stat({ ...NOBODY, artifactId: NO_ARTIFACT }), options),
  ];
}

function withRefusal(probe: Component, log: Pick<Stores['log'], 'refusal'>): Component {
  return {
    ...probe,
    async health() {
      const health = await probe.health!();
      const refusal = health.ready ? log.refusal?.() : undefined;
      return refusal ? { ready: true, isDegraded: true, detail: refusal.message } : health;
    },
  };
}
