import type { VerifyReport } from '@total-recall/ingest';
import { createMetrics, NO_TRACER, type Logger } from '@total-recall/observability';
import type { AppConfig } from '@total-recall/runtime';
import { verifyStores, type VerifyStoresOptions } from '../cores/verify-stores.ts';
import { openClusterStores } from './open-cluster-stores.ts';

/**
 * Compares what the servers of a cluster hold with its log, while it runs. Offsets of Kafka may have gaps, so a record that the brokers lost is not told by one:
 * what is left of it in the read model is.
 */
export async function verifyCluster(
  config: AppConfig,
  { logger, ...options }: Omit<VerifyStoresOptions, 'isDense'> & { readonly logger: Logger },
): Promise<VerifyReport> {
  const stores = await openClusterStores(config, { logger, metrics: createMetrics({ processMetrics: false }), tracing: NO_TRACER });
  try {
    return await verifyStores(stores, config, { ...options, isDense: false });
  } finally {
    await stores.close();
  }
}
