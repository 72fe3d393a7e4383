import { serverProbe, type Component, type ProbeOptions } from '@total-recall/runtime';
import type { Stores } from './stores.ts';

/** Names that no tenant can have. */
export const NOBODY = { tenant: '_service', space: '_', session: '_' } as const;
export const NO_ARTIFACT = `art_${'0'.repeat(32)}`;

/**
 * Creates one health component per server. Each probes by a request that reads next to nothing. A process is degraded
 * where the log has a partition that takes no appends any more, as the tenants of its other partitions are served, and
 * where keys, the ledger, a feed of it, or tenants and policy take nothing new, as what they hold is served.
 */
export function serverProbes(
  {
    log,
    index,
    anatomy,
    artifacts,
    ...more
  }: Pick<Stores, 'log' | 'index' | 'anatomy' | 'artifacts'> &
    Partial<Pick<Stores, 'keys' | 'ledger' | 'control'>> & { readonly feed?: Refusing },
  options: ProbeOptions,
): Component[] {
  return [
    withRefusal(
      serverProbe('kafka', () => log.end(0), options),
      [log, more.keys, more.ledger, more.feed, more.control],
    ),
    serverProbe('opensearch', () => index.marks(0), options),
    serverProbe('clickhouse', () => anatomy.anatomy({ ...NOBODY, limit: 1 }), options),
    serverProbe('s3', () => artifacts.stat({ ...NOBODY, artifactId: NO_ARTIFACT }), options),
  ];
}

/** A store that may come to take nothing new any more. */
interface Refusing {
  readonly refusal?: () => Error | undefined;
}

/** Adds the refusals of stores to the health of their server. */
export function withRefusal(probe: Component, stores: readonly (Refusing | undefined)[]): Component {
  return {
    ...probe,
    async health() {
      const health = await probe.health!();
      const refusals = health.ready ? stores.flatMap((store) => store?.refusal?.()?.message ?? []) : [];
      return refusals.length > 0 ? { ready: true, isDegraded: true, detail: refusals.join(' ') } : health;
    },
  };
}
