import type { VerifiedKind, VerifyFinding, VerifyReport } from '@total-recall/ingest';
import { createMetrics, NO_TRACER, type Logger } from '@total-recall/observability';
import { TotalRecallError, type ClusterConfig } from '@total-recall/runtime';
import { isLogWhole, removeOrphans } from '../cores/remove-orphans.ts';
import { verifyStores, type VerifyStoresOptions } from '../cores/verify-stores.ts';
import { openClusterStores } from './open-cluster-stores.ts';
import { rebuildIndex } from './rebuild-index.ts';

/** The server that keeps each kind of data. */
export const VERIFIED_SERVERS: Readonly<Record<VerifiedKind, string>> = {
  records: 'Kafka: events',
  sessions: 'OpenSearch: sessions',
  events: 'OpenSearch: events',
  documents: 'OpenSearch: texts',
  vectors: 'OpenSearch: vectors',
  artifacts: 'S3',
};

export interface VerifyClusterOptions extends Pick<VerifyStoresOptions, 'onProgress' | 'signal'> {
  /** True to repair what can be made again from the log, and then to verify once more. */
  readonly repair?: boolean;
  readonly logger: Logger;
}

/** Outcome of a repair of a cluster. */
export interface RepairedCluster {
  /** The index generation that was filled and is read now; absent if none was filled. */
  readonly generation?: string;
  /** Generations that it replaces, which stay until they are dropped. */
  readonly left: readonly string[];
  readonly artifactsRemoved: number;
}

export interface VerifiedCluster {
  /** The final state: after the repair, if there was one. */
  readonly report: VerifyReport;
  readonly repaired?: RepairedCluster;
}

/**
 * Compares what the servers of a cluster hold with its log, while the cluster runs. Kafka offsets may have gaps, so a
 * record that the brokers lost is recognised only by its traces in the read model. `repair` fills the next index
 * generation and switches the services to it. It changes nothing while the log lacks records.
 */
export async function verifyCluster(config: ClusterConfig, options: VerifyClusterOptions): Promise<VerifiedCluster> {
  const found: VerifyFinding[] = [];
  const report = await verifyOnce(config, options, found);
  if (!options.repair || found.length === 0) return { report };
  const repaired = await repairCluster(config, options, found);
  options.signal?.throwIfAborted();
  return { report: await verifyOnce(config, options, []), repaired };
}

async function verifyOnce(
  config: ClusterConfig,
  { logger, onProgress, signal }: VerifyClusterOptions,
  found: VerifyFinding[],
): Promise<VerifyReport> {
  const stores = await openStores(config, logger);
  try {
    return await verifyStores(stores, config, {
      isDense: false,
      onFinding: (finding) => void found.push(finding),
      ...(onProgress && { onProgress }),
      ...(signal && { signal }),
    });
  } finally {
    await stores.close();
  }
}

/**
 * Removes orphaned artifacts and rebuilds the index. Missing vectors need a new generation too, because the running
 * embed roles have already passed those records.
 */
async function repairCluster(
  config: ClusterConfig,
  { logger, signal }: VerifyClusterOptions,
  found: readonly VerifyFinding[],
): Promise<RepairedCluster> {
  const nothing = { left: [], artifactsRemoved: 0 };
  if (!isLogWhole(found)) return nothing;
  const stores = await openStores(config, logger);
  const artifactsRemoved = await removeOrphans(stores.artifacts, found).finally(() => stores.close());
  if (!found.some(({ remedy }) => remedy === 'fill_anew' || remedy === 'make_vectors')) return { ...nothing, artifactsRemoved };
  const rebuilt = await rebuildIndex(config, { logger, ...(signal && { signal }) });
  if (!rebuilt) return { ...nothing, artifactsRemoved };
  if (!rebuilt.filled)
    throw new TotalRecallError(
      'invalid_request',
      `The index generation that the last rebuild replaced is still there, so that no other was filled. Run total-recall index drop, then this again.`,
    );
  return { generation: rebuilt.generation, left: rebuilt.left, artifactsRemoved };
}

function openStores(config: ClusterConfig, logger: Logger) {
  return openClusterStores(config, { logger, metrics: createMetrics({ processMetrics: false }), tracing: NO_TRACER });
}
