import { serverProbe, type Component, type ProbeOptions } from '@total-recall/runtime';
import type { Stores } from './stores.ts';

/** Names that no tenant can have. */
export const NOBODY = { tenant: '_service', space: '_', session: '_' } as const;
export const NO_ARTIFACT = `art_${'0'.repeat(32)}`;

/** Creates one health component per server. Each probes by a request that reads next to nothing. */
export function serverProbes({ log, index, anatomy, artifacts }: Stores, options: ProbeOptions): Component[] {
  return [
    serverProbe('kafka', () => log.end(0), options),
    serverProbe('opensearch', () => index.marks(0), options),
    serverProbe('clickhouse', () => anatomy.anatomy({ ...NOBODY, limit: 1 }), options),
    serverProbe('s3', () => artifacts.stat({ ...NOBODY, artifactId: NO_ARTIFACT }), options),
  ];
}
