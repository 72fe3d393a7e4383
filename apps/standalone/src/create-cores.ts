import { wireCores, type CoresHooks, type Stores, type Wiring, type WiringConfig } from '@total-recall/composition';
import type { IngestService } from '@total-recall/ingest';
import { createMetrics, type Logger } from '@total-recall/observability';
import type { RetrieverService } from '@total-recall/retriever';
import type { AppConfig, Component } from '@total-recall/runtime';
import { fillReadModel, type FillDeps } from './fill-read-model.ts';
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
  const stores = await openStores({ ...config, logger });
  const { unfilled } = stores;
  const wiring = await wireCores(stores, config, { ...hooks, logger, metrics, isOnlyWriter: true });
  const [ingest, retriever] = [wiring.ingestWith(unfilled ? { partitions: 'taken' } : {}), wiring.retrieverWith({})];
  const filling = unfilled
    ? [fillReadModel({ unfilled, serving: ingest, wireFiller: fillerOver(stores, config, logger), wiring, logger })]
    : [];
  return { ...wiring, ingest, retriever, components: [...wiring.foundation, ingest, ...filling, retriever, wiring.archiver] };
}

/** What fills a read model reads the log, the keys and the artifacts of the others, makes no vectors and closes nothing of theirs. */
function fillerOver(stores: Stores, config: CoresConfig, logger: Logger): FillDeps['wireFiller'] {
  const metrics = createMetrics({ processMetrics: false });
  return ({ index, sessions }) =>
    wireCores(
      { ...stores, index, sessions, close: async () => undefined },
      { ...config, embedder: 'off' },
      { logger, metrics, isOnlyWriter: false },
    );
}
