import type { ChapterLimits, EventKind, PolicySettings } from '@total-recall/domain';
import { createIngest, type IngestConfig, type IngestDeps, type IngestService } from '@total-recall/ingest';
import {
  instrumentArtifactStore,
  instrumentEventLog,
  instrumentTokenCounter,
  NO_TRACER,
  traceEventLog,
  type Logger,
  type Metrics,
  type Tracing,
} from '@total-recall/observability';
import type { Clock, EmbedderSource, EventLog, Scheduler, SegmentStore, TokenCounter } from '@total-recall/ports';
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
  readFromArchive,
  rememberSessions,
  TotalRecallError,
  type AppConfig,
  type Component,
  type MarkWatcher,
} from '@total-recall/runtime';
import { observeArchive, observeDemand, observeEmbedding, observeIngest, observeRetriever, observeVectors } from './observe.ts';
import { openEmbedder, type EmbedderConfig } from '../model/open-embedder.ts';
import type { OnModelProgress } from '../model/open-model.ts';
import type { Stores } from '../stores.ts';
import { createRetrievalSigner } from './retrieval-signer.ts';

/** Stores and all that the cores share, in one process; which cores it runs is the caller's to say. */
export interface Wiring {
  readonly stores: Stores;
  ingestWith(settings: Partial<IngestConfig>): IngestService;
  /** A reader of the stores. It has nothing to start or stop, so there may be several: what an evaluation compares. */
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
  /** What starts before the cores, in order: the stores (closed last), the tokenizer, the embedder. */
  readonly foundation: readonly Component[];
  readonly archiver: Component;
}

export type WiringConfig = Pick<
  AppConfig,
  | 'tokenThreads'
  | 'catchUpMs'
  | 'windowTokens'
  | 'tokenFamily'
  | 'redaction'
  | 'artifactThresholdBytes'
  | 'artifactHotDays'
  | 'embedWithout'
  | 'embedResultParts'
  | 'archiveRecords'
  | 'archiveMiB'
  | 'archiveMinutes'
> &
  EmbedderConfig;

/** For who shows what goes on in the background; log lines say it otherwise. */
export interface CoresHooks {
  readonly onModelProgress?: OnModelProgress;
  /** Of the process; no traces are made where absent. */
  readonly tracing?: Tracing;
}

export interface WiringOptions extends CoresHooks {
  readonly logger: Logger;
  readonly metrics: Metrics;
  /** Whether this process alone writes session states, so that what it saved is what stands. */
  readonly isOnlyWriter: boolean;
  /** Where other processes project partitions too. */
  readonly owners?: IngestDeps['owners'];
}

const DAY_MS = 86_400_000;
const ARCHIVE_EVERY_MS = 3_600_000;
/** Records behind the end of the log from which on the archive is looked into. */
const FAR_BEHIND = 20_000;
/** Where the key that signs retrieval ids is kept; no tenant may have this name. */
const SIGNING = { tenant: '_service', space: 'retrieval-ids' } as const;

/** Wires stores that are open. They are closed again where it fails. */
export async function wireCores(opened: Stores, config: WiringConfig, options: WiringOptions): Promise<Wiring> {
  try {
    return await wire(opened, config, options);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function wire(opened: Stores, config: WiringConfig, options: WiringOptions): Promise<Wiring> {
  const { logger, metrics, isOnlyWriter, onModelProgress, tracing: tracer = NO_TRACER } = options;
  const clock = createSystemClock();
  const random = createSystemRandom();
  const scheduler = createSystemScheduler({ onError: (error) => logger.error({ err: error }, 'a scheduled task failed') });
  const stores: Stores = {
    ...opened,
    log: traceEventLog(instrumentEventLog(opened.log, { metrics, clock }), { tracer, keepsTraces: opened.keepsTraces ?? false }),
    artifacts: instrumentArtifactStore(opened.artifacts, { metrics }),
    sessions: isOnlyWriter ? rememberSessions(opened.sessions) : opened.sessions,
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
    log: stores.segments ? fromArchive(stores.log, stores.segments, logger) : stores.log,
    isOurRetrieval: signer.isOurs,
    ...(options.owners && { owners: options.owners }),
    observer: observeIngest(metrics, logger, clock.now),
    tracer,
    demand: { store: stores.anatomy.demand, observer: observeDemand(metrics) },
    ...(stores.segments && { archive: { segments: stores.segments, observer: observeArchive(metrics) } }),
    ...(vectors && { vectors: { ...vectors, observer: observeEmbedding(metrics, logger, clock.now) } }),
  };
  const embedWithout = (config.embedWithout?.split(',') ?? []) as EventKind[];
  const ingestWith: Wiring['ingestWith'] = (settings) =>
    createIngest(ingestDeps, {
      embedWithout,
      embedResultParts: config.embedResultParts,
      archiveChapter: chapterLimits(config),
      ...settings,
    });
  const retrieverDeps: RetrieverDeps = {
    ...shared,
    signer,
    observer: observeRetriever(metrics, logger),
    tracer,
    ...(vectors && { vectors: { ...vectors, observed: observeVectors(metrics, logger) } }),
  };
  const retrieverWith: Wiring['retrieverWith'] = (settings) =>
    createRetriever(retrieverDeps, { foldTimeoutMs: config.catchUpMs, coverTimeoutMs: config.catchUpMs, ...settings });
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
    ingestWith,
    retrieverWith,
    metrics,
    tokens,
    marks,
    clock,
    random,
    scheduler,
    analyser,
    ...(embedder && { embedder }),
    foundation: [closing, warm, ...(embedder ? [embedder] : [])],
    archiver,
  };
}

export type PolicyConfig = Pick<AppConfig, 'windowTokens' | 'tokenFamily' | 'redaction' | 'artifactThresholdBytes'>;

/** Policy of the process: what holds where no level says otherwise. */
export function policyDefaults(config: PolicyConfig): PolicySettings {
  return {
    windowTokens: config.windowTokens,
    family: config.tokenFamily,
    redaction: config.redaction,
    artifactThresholdBytes: config.artifactThresholdBytes,
  };
}

/** What has to read the log from far back, as an index that is filled again, spares the brokers. */
function fromArchive(log: EventLog, segments: SegmentStore, logger: Logger): EventLog {
  return readFromArchive(log, segments, {
    farBehind: FAR_BEHIND,
    onFallback: (error, { partition, chapter }) =>
      logger.warn({ err: error, partition, chapter }, 'a part of the archive cannot be read; the log is read instead'),
  });
}

function chapterLimits({ archiveRecords, archiveMiB, archiveMinutes }: WiringConfig): ChapterLimits {
  return { records: archiveRecords, bytes: archiveMiB * 1024 * 1024, ageMs: archiveMinutes * 60_000 };
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
