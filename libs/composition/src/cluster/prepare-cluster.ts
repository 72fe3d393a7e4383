import { createKafkaLedger } from '@total-recall/adapter-kafka';
import { createMetrics, NO_TRACER, type Logger } from '@total-recall/observability';
import type { AppConfig } from '@total-recall/runtime';
import { kafkaOf } from './connections.ts';
import { openClusterStores } from './open-cluster-stores.ts';

/** What stands on the servers. */
export interface PreparedCluster {
  /** Begins the names of topics, indices and buckets, and is that of the database. */
  readonly prefix: string;
  readonly partitions: number;
  /** Of the log: services that see another one look at other servers. */
  readonly generation: string;
}

/**
 * Topics, index generation, tables and the check of the master key: made where they are missing, and left alone where they are as they have to
 * be, however often it is called. Buckets come with tenants. Errors: `invalid_request` naming what differs and what to do, `unavailable`.
 */
export async function prepareCluster(config: AppConfig, logger: Logger): Promise<PreparedCluster> {
  const metrics = createMetrics({ processMetrics: false });
  const stores = await openClusterStores(config, { logger, metrics, tracing: NO_TRACER });
  try {
    await (await createKafkaLedger({ ...kafkaOf(config, logger), partitions: config.partitions })).close();
    return { prefix: config.namePrefix, partitions: stores.log.partitions, generation: stores.log.generation };
  } finally {
    await stores.close();
  }
}
