import { processParts, wireCores } from '@total-recall/composition';
import { openClusterStores } from '@total-recall/composition/cluster';
import { createMetrics, NO_TRACER, SILENT_LOGGER } from '@total-recall/observability';
import type { AppendRequest, AppendResult } from '@total-recall/ports';
import { parseConfig } from '@total-recall/runtime';
import { vi } from 'vitest';
import type { TestCluster } from './open-test-cluster.ts';

const DAY_MS = 86_400_000;

/**
 * Opens an ingest in this process beside those of a cluster. Its clock shows another day while it appends. It does not
 * project.
 */
export async function openAppender({ env }: Pick<TestCluster, 'env'>) {
  const config = parseConfig('cluster', env);
  const metrics = createMetrics({ processMetrics: false });
  const stores = await openClusterStores(config, { logger: SILENT_LOGGER, metrics, tracing: NO_TRACER });
  const wiring = await wireCores(stores, config, { ...processParts(SILENT_LOGGER, metrics), isOnlyWriter: false });
  const ingest = wiring.ingestWith({ roles: [] });
  await ingest.start();
  return {
    async append(daysAgo: number, request: AppendRequest): Promise<AppendResult> {
      vi.setSystemTime(Date.now() - daysAgo * DAY_MS);
      try {
        return await ingest.append(request);
      } finally {
        vi.useRealTimers();
      }
    },
    async close(): Promise<void> {
      await ingest.stop();
      await wiring.tokens.close();
      await stores.close();
    },
  };
}
