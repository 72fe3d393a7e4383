import type { EventKind, PolicySettings } from '@total-recall/domain';
import { createIngest, type IngestDeps, type IngestService } from '@total-recall/ingest';
import {
  createMetrics,
  instrumentArtifactStore,
  instrumentEventLog,
  instrumentTokenCounter,
  type Logger,
  type Metrics,
} from '@total-recall/observability';
import type { Clock, EmbedderSource, Scheduler, TokenCounter } from '@total-recall/ports';
import { createRetriever, type RetrieverConfig, type RetrieverDeps, type RetrieverService } from '@total-recall/retriever';
import {
  createArtifactCodec,
  createContentReader,
  createMarkWatcher,
  createPolicyResolver,
  createSealer,
  createSystemClock,
  createSystemRandom,
  createSystemScheduler,
  createTextAnalyser,
  createTokenCounter,
  rememberSessions,
  TotalRecallError,
  type AppConfig,
  type Component,
  type MarkWatcher,
} from '@total-recall/runtime';
import { observeDemand, observeEmbedding, observeIngest, observeRetriever, observeVectors } from './observe.ts';
import { openEmbedder, type EmbedderConfig } from './open-embedder.ts';
import type { OnModelProgress } from './open-model.ts';
import { openStores, type Stores } from './open-stores.ts';
import { createRetrievalSigner } from './retrieval-signer.ts';

/** The service without a network: stores and cores, wired into one process. */
export interface Cores {
  readonly stores: Stores;
  readonly ingest: IngestService;
  readonly retriever: RetrieverService;
  /** Another reader of the same stores, with other settings: what an evaluation compares. It has nothing to start or stop. */
  retrieverWith(settings: Partial<RetrieverConfig>): RetrieverService;
  readonly metrics: Metrics;
  readonly tokens: TokenCounter;
  readonly marks: MarkWatcher;
  readonly clock: Clock;
  readonly random: ReturnType<typeof createSystemRandom>;
  readonly scheduler: Scheduler;
  readonly analyser: ReturnType<typeof createTextAnalyser>;
  /** Where vectors are on. */
  readonly embedder?: EmbedderSource;
  /** In the order they start. */
  readonly components: readonly Component[];
}

export type CoresConfig = Pick<
  AppConfig,
  | 'dataDir'
  | 'masterKeyFile'
  | 'partitions'
  | 'readers'
  | 'tokenThreads'
  | 'catchUpMs'
  | 'windowTokens'
  | 'tokenFamily'
  | 'redaction'
  | 'artifactThresholdBytes'
  | 'artifactHotDays'
  | 'embedWithout'
  | 'embedResultParts'
  | 'vectorCacheMiB'
> &
  EmbedderConfig;

/** For who shows what goes on in the background; log lines say it otherwise. */
export interface CoresHooks {
  readonly onModelProgress?: OnModelProgress;
}

const DAY_MS = 86_400_000;
const ARCHIVE_EVERY_MS = 3_600_000;
/** Where the key that signs retrieval ids is kept; no tenant may have this name. */
const SIGNING = { tenant: '_service', space: 'retrieval-ids' } as const;

export async function createCores(config: CoresConfig, logger: Logger, { onModelProgress }: CoresHooks = {}): Promise<Cores> {
  const clock = createSystemClock();
  const random = createSystemRandom();
  const scheduler = createSystemScheduler({ onError: (error) => logger.error({ err: error }, 'a scheduled task failed') });
  const metrics = createMetrics({ processMetrics: true });
  const opened = await openStores(config);
  const stores: Stores = {
    ...opened,
    log: instrumentEventLog(opened.log, { metrics, clock }),
    artifacts: instrumentArtifactStore(opened.artifacts, { metrics }),
    sessions: rememberSessions(opened.sessions),
  };
  const artifacts = createArtifactCodec({ store: stores.artifacts, keys: stores.keys, clock, random });
  const tokens = instrumentTokenCounter(createTokenCounter({ threads: config.tokenThreads }), { metrics, clock });
  const analyser = createTextAnalyser();
  const marks = createMarkWatcher({ index: stores.index, clock, scheduler });
  const signing = await stores.keys.spaceKey(SIGNING.tenant, SIGNING.space);
  const shared = {
    log: stores.log,
    index: stores.index,
    sessions: stores.sessions,
    keys: stores.keys,
    anatomy: stores.anatomy,
    sealer: createSealer({ keys: stores.keys }),
    artifacts,
    artifactStore: stores.artifacts,
    content: createContentReader({
      artifacts,
      onMissing: (artifactId, error) => {
        metrics.artifactsMissing.inc({ reason: error === undefined ? 'absent' : 'damaged' });
        logger.error({ artifactId, err: error }, 'an artifact cannot be read; its preview stands in');
      },
    }),
    analyser,
    tokens,
    policies: createPolicyResolver({
      control: stores.control,
      defaults: policyDefaults(config),
      onIgnored: ({ levels, problem }) => logger.error({ levels, problem }, 'a policy does not hold and is left out'),
    }),
    marks,
    clock,
    random,
    scheduler,
  };
  const signer = createRetrievalSigner(signing.key);
  const embedder = openEmbedder(config, { scheduler, random, logger, metrics, ...(onModelProgress && { onModelProgress }) });
  const vectors = embedder && stores.index.vectors && { index: stores.index.vectors, embedder };
  const ingestDeps: IngestDeps = {
    ...shared,
    isOurRetrieval: signer.isOurs,
    observer: observeIngest(metrics, logger, clock.now),
    demand: { store: stores.anatomy.demand, observer: observeDemand(metrics) },
    ...(vectors && { vectors: { ...vectors, observer: observeEmbedding(metrics, logger, clock.now) } }),
  };
  const embedWithout = (config.embedWithout?.split(',') ?? []) as EventKind[];
  const ingest = createIngest(ingestDeps, { embedWithout, embedResultParts: config.embedResultParts });
  const retrieverDeps: RetrieverDeps = {
    ...shared,
    signer,
    observer: observeRetriever(metrics, logger),
    ...(vectors && { vectors: { ...vectors, observed: observeVectors(metrics, logger) } }),
  };
  const retrieverWith: Cores['retrieverWith'] = (settings) =>
    createRetriever(retrieverDeps, { foldTimeoutMs: config.catchUpMs, coverTimeoutMs: config.catchUpMs, ...settings });
  const retriever = retrieverWith({});
  const closing: Component = {
    name: 'stores',
    stop: async () => {
      await tokens.close();
      await stores.close();
    },
  };
  const warm: Component = {
    name: 'tokenizer',
    // Loaded beside the start: the first append would wait for it otherwise.
    start: async () =>
      void tokens.count(config.tokenFamily, ['warm']).catch((error: unknown) => {
        // Closed again before it was loaded: somebody stopped the service at once.
        if (!(error instanceof TotalRecallError && error.code === 'closed'))
          logger.warn({ err: error }, 'the tokenizer could not be loaded');
      }),
  };
  const archiver = archiveDaily(stores, scheduler, () => clock.now() - config.artifactHotDays * DAY_MS);
  return {
    stores,
    ingest,
    retriever,
    retrieverWith,
    metrics,
    tokens,
    marks,
    clock,
    random,
    scheduler,
    analyser,
    ...(embedder && { embedder }),
    components: [closing, warm, ...(embedder ? [embedder] : []), ingest, retriever, archiver],
  };
}

/** Policy of the process: what holds where no level says otherwise. */
export function policyDefaults(config: CoresConfig): PolicySettings {
  return {
    windowTokens: config.windowTokens,
    family: config.tokenFamily,
    redaction: config.redaction,
    artifactThresholdBytes: config.artifactThresholdBytes,
  };
}

/** Moves artifacts to the cold tier once they are old enough. Source: E9, 002 A.7. */
function archiveDaily(stores: Stores, scheduler: Scheduler, olderThan: () => number): Component {
  let timer: { cancel(): void } | undefined;
  return {
    name: 'archiver',
    start: async () => {
      timer = scheduler.every(ARCHIVE_EVERY_MS, async () => {
        await stores.artifacts.archive(olderThan());
      });
    },
    stop: async () => timer?.cancel(),
  };
}
