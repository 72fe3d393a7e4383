import type { EventKind, TextAnalyser, Violation } from '@total-recall/domain';
import { createIngest, type IngestConfig, type IngestDeps, type IngestService, type OwningEraser } from '@total-recall/ingest';
import {
  instrumentArtifactStore,
  instrumentEventLog,
  NO_TRACER,
  traceEventLog,
  type Logger,
  type Metrics,
  type Tracing,
} from '@total-recall/observability';
import type {
  Clock,
  Embedder,
  EmbedderSource,
  EventLog,
  PartitionEraser,
  Random,
  Retention,
  Scheduler,
  SegmentStore,
  TokenCounter,
} from '@total-recall/ports';
import { createRetriever, type RetrieverConfig, type RetrieverDeps, type RetrieverService } from '@total-recall/retriever';
import {
  createPositionSealer,
  createSystemClock,
  createSystemRandom,
  createSystemScheduler,
  memoryOf,
  readFromArchive,
  rememberSessions,
  TotalRecallError,
  type AppConfig,
  type Component,
  type MarkWatcher,
  type MemoryDivision,
  type MemorySettings,
  type PositionSealer,
} from '@total-recall/runtime';
import { archiveHourly } from './archive-hourly.ts';
import { createCoreParts } from './core-parts.ts';
import { openEraser, openPartitionEraser, type OpenEraserOptions } from './open-eraser.ts';
import { observeArchive, observeDemand, observeEmbedding, observeIngest, observeRetriever, observeVectors } from './observe.ts';
import { openEmbedder, type EmbedderConfig } from '../model/open-embedder.ts';
import type { OnModelProgress } from '../model/open-model.ts';
import type { Stores } from '../stores.ts';
import { createRetrievalSigner } from './retrieval-signer.ts';
import { sweepOnTimer } from './sweep-on-timer.ts';
import { workGateOf } from './work-gate-of.ts';

/** Stores and all that the cores share, in one process; which cores it runs is the caller's to say. */
export interface Wiring {
  readonly stores: Stores;
  ingestWith(settings: Partial<IngestConfig>): IngestService;
  /** A reader of the stores. It has nothing to start or stop, so there may be several: what an evaluation compares. */
  retrieverWith(settings: Partial<RetrieverConfig>, eraser?: Pick<OwningEraser, 'wasErased'>): RetrieverService;
  /** Who erases in the partitions that this ingest projects; undefined where a store cannot yet. */
  partitionEraserOver(ingest: IngestService): PartitionEraser | undefined;
  /** Who erases with the help of those that project; undefined where there is no ledger, or a store cannot yet. */
  eraserOver(partitions: PartitionEraser, options?: Pick<OpenEraserOptions, 'answerWithinMs' | 'appends'>): OwningEraser | undefined;
  /** For what leaves the service: cores speak of positions as the log does. */
  readonly positions: PositionSealer;
  readonly metrics: Metrics;
  readonly tokens: TokenCounter;
  readonly marks: MarkWatcher;
  readonly clock: Clock;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly analyser: TextAnalyser;
  /** Where vectors are on. */
  readonly embedder?: EmbedderSource;
  /** What starts before the cores, in order: the stores (closed last), the tokenizer, the embedder. */
  readonly foundation: readonly Component[];
  readonly archiver: Component;
  /** Takes what is past its age on a timer. */
  sweepingOver(retention: Retention): Component;
  /** Forgets what is remembered of marks and sessions, because another read model stands behind the stores from now on. */
  forgetReadModel(): void;
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
  | 'retentionHours'
  | 'embedWithout'
  | 'embedResultParts'
  | 'archiveRecords'
  | 'archiveMiB'
  | 'archiveMinutes'
  | 'workSlots'
  | 'workDeadlineMs'
  | 'workWaitingPerTenant'
  | 'tenantWeights'
> &
  EmbedderConfig &
  MemorySettings;

/** For who shows what goes on in the background; log lines say it otherwise. */
export interface CoresHooks {
  readonly onModelProgress?: OnModelProgress;
  /** Put before the embedding model: what an evaluation keeps vectors with from run to run. */
  readonly wrapEmbedder?: (embedder: Embedder) => Embedder;
  /** Of the process; no traces are made where absent. */
  readonly tracing?: Tracing;
  /** Of the service, for certificates of erasures. */
  readonly version?: string;
  /** Told of every broken invariant, beside metric and log. */
  readonly onViolation?: (violation: Violation) => void;
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
/** Records behind the end of the log from which on the archive is looked into. */
const FAR_BEHIND = 20_000;
/** What an entry of a session state takes, roughly. */
const ENTRY_BYTES = 300;
/** Where the key that signs retrieval ids is kept, from which those of positions are made; no tenant may have this name. */
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
  const { logger, metrics, onModelProgress, wrapEmbedder, tracing: tracer = NO_TRACER } = options;
  const memory = memoryOf(config);
  const clock = createSystemClock();
  const random = createSystemRandom();
  const scheduler = createSystemScheduler({ onError: (error) => logger.error({ err: error }, 'a scheduled task failed') });
  const sessions = options.isOnlyWriter ? rememberSessions(opened.sessions, entriesIn(memory.sessions)) : undefined;
  const stores = observeStores({ ...opened, sessions: sessions ?? opened.sessions }, clock, options);
  const parts = createCoreParts(stores, config, { memory, logger, metrics, clock, random, scheduler });
  const { tokens, marks, analyser } = parts;
  const { signer, positions } = await createSigners(stores, random);
  const embedder = openEmbedder(config, {
    rememberedBytes: memory.embeddings,
    scheduler,
    random,
    logger,
    metrics,
    ...(onModelProgress && { onModelProgress }),
    ...(wrapEmbedder && { wrapEmbedder }),
  });
  stores.keys.onDestroyed(() => {
    parts.content.forget();
    embedder?.forget();
  });
  const vectors = embedder && stores.index.vectors && { index: stores.index.vectors, embedder };
  const ingestDeps: IngestDeps = {
    ...parts,
    log: stores.segments ? fromArchive(stores.log, stores.segments, logger) : stores.log,
    isOurRetrieval: signer.isOurs,
    ...(stores.park && { park: stores.park }),
    ...(options.owners && { owners: options.owners }),
    observer: observeIngest(metrics, logger, clock.now, options.onViolation),
    tracer,
    demand: { store: stores.anatomy.demand, observer: observeDemand(metrics, logger) },
    ...(stores.segments && { archive: { segments: stores.segments, observer: observeArchive(metrics) } }),
    ...(vectors && { vectors: { ...vectors, observer: observeEmbedding(metrics, logger, clock.now) } }),
  };
  const retrieverDeps: RetrieverDeps = {
    ...parts,
    signer,
    observer: observeRetriever(metrics, logger, options.onViolation),
    onErased: (run) => stores.keys.onDestroyed(run),
    tracer,
    ...(vectors && { vectors: { ...vectors, observed: observeVectors(metrics, logger) } }),
  };
  const ingestConfig = ingestConfigOf(config, memory);
  return {
    stores,
    ingestWith: (settings) => createIngest(ingestDeps, { ...ingestConfig, ...settings }),
    retrieverWith: (settings, eraser) =>
      createRetriever(eraser ? { ...retrieverDeps, wasErased: (place) => eraser.wasErased(place) } : retrieverDeps, {
        foldTimeoutMs: config.catchUpMs,
        coverTimeoutMs: config.catchUpMs,
        work: workGateOf(config, options.isOnlyWriter ? 'alone' : 'cluster'),
        ...settings,
      }),
    partitionEraserOver: (ingest) => openPartitionEraser({ stores, parts, ingest }),
    eraserOver: (partitions, more) =>
      openEraser({ ...more, stores, parts, partitions, logger, foldTimeoutMs: config.catchUpMs, version: options.version ?? 'unknown' }),
    positions,
    metrics,
    tokens,
    marks,
    clock,
    random,
    scheduler,
    analyser,
    ...(embedder && { embedder }),
    foundation: [closedLast(stores, tokens), warmTokenizer(tokens, config.tokenFamily, logger), ...(embedder ? [embedder] : [])],
    forgetReadModel: () => {
      marks.forget();
      sessions?.forget();
    },
    sweepingOver: (retention) =>
      sweepOnTimer(retention, scheduler, {
        hours: config.retentionHours,
        onSwept: (events) => logger.info({ events }, 'what was past its age is erased'),
        onFailed: (error) => logger.error({ err: error }, 'what is past its age could not be erased; the next sweep tries again'),
      }),
    archiver: archiveHourly(stores.artifacts, scheduler, () => clock.now() - config.artifactHotDays * DAY_MS),
  };
}

/** Of session states: the projector and the readers hold the same ones most of the time, and each its own where they do not. */
function entriesIn(bytes: number): number {
  return Math.floor(bytes / (2 * ENTRY_BYTES));
}

/** What only this service can make: ids of retrievals, and positions for callers. */
async function createSigners({ keys, log }: Stores, random: Random) {
  const { key } = await keys.spaceKey(SIGNING.tenant, SIGNING.space);
  return { signer: createRetrievalSigner(key), positions: createPositionSealer({ key, generation: log.generation, random }) };
}

/** The stores as the cores see them: measured and traced. */
function observeStores(opened: Stores, clock: Clock, options: WiringOptions): Stores {
  const { metrics, tracing: tracer = NO_TRACER } = options;
  return {
    ...opened,
    log: traceEventLog(instrumentEventLog(opened.log, { metrics, clock }), { tracer, keepsTraces: opened.keepsTraces ?? false }),
    artifacts: instrumentArtifactStore(opened.artifacts, { metrics }),
  };
}

function closedLast(stores: Stores, tokens: TokenCounter): Component {
  return {
    name: 'stores',
    stop: async () => {
      await tokens.close();
      await stores.close();
    },
  };
}

/** Loads the tokenizer beside the start: the first append would wait for it otherwise. */
function warmTokenizer(tokens: TokenCounter, family: string, logger: Logger): Component {
  return {
    name: 'tokenizer',
    start: async () =>
      void tokens.count(family, ['warm']).catch((error: unknown) => {
        // Closed again before it was loaded: somebody stopped the service at once.
        if (!(error instanceof TotalRecallError && error.code === 'closed'))
          logger.warn({ err: error }, 'the tokenizer could not be loaded');
      }),
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

function ingestConfigOf(
  { embedWithout, embedResultParts, archiveRecords, archiveMiB, archiveMinutes }: WiringConfig,
  memory: MemoryDivision,
): Partial<IngestConfig> {
  return {
    sessionEntries: entriesIn(memory.sessions),
    embedWithout: (embedWithout?.split(',') ?? []) as EventKind[],
    embedResultParts,
    archiveChapter: { records: archiveRecords, bytes: archiveMiB * 1024 * 1024, ageMs: archiveMinutes * 60_000 },
  };
}
