import { wireCores, type CoresHooks, type Wiring, type WiringConfig } from '@total-recall/composition';
import type { IngestService } from '@total-recall/ingest';
import { createMetrics, type Logger } from '@total-recall/observability';
import type { RetrieverService } from '@total-recall/retriever';
import type { AppConfig, Component } from '@total-recall/runtime';
import { openStores } from './open-stores.ts';

/** The service without a network: stores and cores, wired into one process. */
export interface Cores extends Wiring {
  readonly ingest: IngestService;
  readonly retriever: RetrieverService;
  /** In the order they start. */
  readonly components: readonly Component[];
}

export type CoresConfig = WiringConfig &
  Pick<AppConfig, 'dataDir' | 'masterKeyFile' | 'partitions' | 'readers' | 'vectorCacheMiB' | 'archive'>;

export async function createCores(config: CoresConfig, logger: Logger, hooks: CoresHooks = {}): Promise<Cores> {
  const metrics = createMetrics({ processMetrics: true });
  const wiring = await wireCores(await openStores(config), config, { ...hooks, logger, metrics, isOnlyWriter: true });
  const [ingest, retriever] = [wiring.ingestWith({}), wiring.retrieverWith({})];
  return { ...wiring, ingest, retriever, components: [...wiring.foundation, ingest, retriever, wiring.archiver] };
}
