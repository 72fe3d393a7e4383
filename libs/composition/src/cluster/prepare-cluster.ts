import { createKafkaLedger } from '@total-recall/adapter-kafka';
import { createMetrics, NO_TRACER, type Logger } from '@total-recall/observability';
import type { ClusterConfig } from '@total-recall/runtime';
import { NO_ARTIFACT, NOBODY } from '../server-probes.ts';
import { kafkaSettings } from './connections.ts';
import { openClusterStores } from './open-cluster-stores.ts';

/** The prepared state of the servers. */
export interface PreparedCluster {
  /** Prefix of the names of topics, indices and buckets, and the name of the database. */
  readonly prefix: string;
  readonly partitions: number;
  /** Generation of the log. A service that sees another value is connected to other servers. */
  readonly generation: string;
}

/**
 * Creates the topics, index generation, index of units, tables and master key check that are missing, and leaves
 * correct ones alone. It may be called any number of times. Buckets are created with tenants. Errors: `invalid_request`
 * naming what differs and what to do, `unavailable`.
 */
export async function prepareCluster(config: ClusterConfig, logger: Logger): Promise<PreparedCluster> {
  const metrics = createMetrics({ processMetrics: false });
  const stores = await openClusterStores(config, { logger, metrics, tracing: NO_TRACER });
  try {
    // Stores open where these two are away, and the first call that finds ClickHouse makes its tables.
    await stores.anatomy.anatomy({ ...NOBODY, limit: 1 });
    await stores.artifacts.stat({ ...NOBODY, artifactId: NO_ARTIFACT });
    await (await createKafkaLedger({ ...kafkaSettings(config, logger), partitions: config.partitions })).close();
    return { prefix: config.namePrefix, partitions: stores.log.partitions, generation: stores.log.generation };
  } finally {
    await stores.close();
  }
}
