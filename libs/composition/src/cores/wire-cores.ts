import type { ConsolidatorService } from '@total-recall/consolidator';
import type { TextAnalyser, Violation } from '@total-recall/domain';
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
  Ingest,
  PartitionEraser,
  Random,
  Retention,
  Scheduler,
  TokenCounter,
} from '@total-recall/ports';
import { createRetriever, type RetrieverConfig, type RetrieverDeps, type RetrieverService } from '@total-recall/retriever';
import {
  createLedgerOwner,
  createPositionSealer,
  createUnitReader,
  createWorkGate,
  memoryOf,
  cacheSessions,
  TotalRecallError,
  type Component,
  type CoreConfig,
  type HeldMemory,
  type LedgerOwner,
  type MarkWatcher,
  type MemoryDivision,
  type PositionSealer,
} from '@total-recall/runtime';
import { archiveHourly } from './archive-hourly.ts';
import { ingestConfigOf, ingestDepsOf, retrieverDepsOf, type SharedDeps } from './core-deps.ts';
import { createCoreParts } from './core-parts.ts';
import { openConsolidator } from './open-consolidator.ts';
import { openEraser, openPartitionEraser, type OpenEraserOptions } from './open-eraser.ts';
import { observeWork } from './observe.ts';
import { openEmbedder, type OpenedEmbedder } from '../model/open-embedder.ts';
import type { OnModelProgress } from '../model/open-model.ts';
import type { ProcessParts } from '../open-process.ts';
import type { Stores } from '../stores.ts';
import { CHAR_BYTES, countHeld, entriesIn } from '../memory/count-held.ts';
import { createRetrievalSigner } from './retrieval-signer.ts';
import { sweepOnTimer, type SweepTimer } from './sweep-on-timer.ts';
import { workGateOf } from './work-gate-of.ts';

/** Pause of the demand role on a cluster, where each of its writes is up to four inserts on a server of all processes. */
const DEMAND_PAUSE_MS = 1_000;

/** The stores of one process and everything its cores share. The caller chooses which cores to run. */
export interface Wiring {
  readonly stores: Stores;
  /**
   * Creates ingest. The gate depends on who appends, `sharedEmbedding` is given when any process may embed, and `units`
   * where this process knows them before the store does.
   */
  ingestWith(settings: Partial<IngestConfig>, shared?: Partial<Pick<IngestDeps, 'gate' | 'sharedEmbedding' | 'units'>>): IngestService;
  /**
   * Creates a reader of the stores. It has nothing to start or stop, so there may be several; an
   * evaluation compares them.
   */
  retrieverWith(settings: Partial<RetrieverConfig>, known?: Partial<Pick<RetrieverDeps, 'wasErased' | 'units'>>): RetrieverService;
  /** Creates the eraser for the partitions that this ingest projects; undefined if a store cannot erase. */
  partitionEraserOver(ingest: IngestService): PartitionEraser | undefined;
  /** Creates the eraser that calls those of the partitions; undefined without a ledger, or if a store cannot erase. */
  eraserOver(
    partitions: PartitionEraser,
    options?: Pick<OpenEraserOptions, 'answerWithinMs' | 'removeReplaced' | 'retention'>,
  ): OwningEraser | undefined;
  /** Creates the consolidator, which appends through this ingest; undefined without a ledger or a store of units. */
  consolidatorOver(ingest: Pick<Ingest, 'append'>, eraser?: Pick<OwningEraser, 'takenIn'>): ConsolidatorService | undefined;
  /** Claims partitions of the ledger for the eraser and the consolidator; absent without a ledger. */
  readonly ledgerOwner?: LedgerOwner;
  /** Seals positions at the edge of the service. Inside, the cores use those of the log. */
  readonly positions: PositionSealer;
  readonly metrics: Metrics;
  readonly tokens: TokenCounter;
  readonly marks: MarkWatcher;
  readonly clock: Clock;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly analyser: TextAnalyser;
  /** Set when vectors are on. */
  readonly embedder?: EmbedderSource;
  /** Components that start before the cores, in order: the tokenizer, the embedder. */
  readonly foundation: readonly Component[];
  readonly archiver: Component;
  /** Creates the component that runs retention on a timer. */
  sweepingOver(retention: Retention): SweepTimer;
  /** Clears cached marks and session states, because the stores now stand on another read model. */
  forgetReadModel(): void;
}

/** Hooks for programs that show background work themselves; without them it is logged. */
export interface CoresHooks {
  readonly onModelProgress?: OnModelProgress;
  /** Wraps the embedding model; an evaluation uses it to keep vectors from run to run. */
  readonly wrapEmbedder?: (embedder: Embedder) => Embedder;
  /** Tracing of the process; without it no traces are made. */
  readonly tracing?: Tracing;
  /** Version of the service, for erasure certificates. */
  readonly version?: string;
  /** Called for every broken invariant, beside the metric and the log line. */
  readonly onViolation?: (violation: Violation) => void;
}

export interface WiringOptions extends CoresHooks, ProcessParts {
  /** Collects what the caches of the cores hold. */
  readonly held?: Pick<HeldMemory, 'count'>;
  /** True when no other process writes session states, so that they can be cached. */
  readonly isOnlyWriter: boolean;
  /** Finds the owner of a partition, when other processes project partitions too. */
  readonly owners?: IngestDeps['owners'];
}

const DAY_MS = 86_400_000;
/**
 * Place of the key that signs retrieval ids. The key that seals positions is derived from it. No
 * tenant can have this name.
 */
const SIGNING = { tenant: '_service', space: 'retrieval-ids' } as const;

/** Wires the cores over open stores, which stay the caller's to close. */
export async function wireCores(opened: Stores, config: CoreConfig, options: WiringOptions): Promise<Wiring> {
  const { logger, metrics, clock, random, scheduler, tracing: tracer = NO_TRACER } = options;
  const memory = memoryOf(config);
  const sessions = options.isOnlyWriter ? cacheSessions(opened.sessions, entriesIn(memory.sessions)) : undefined;
  const stores = observeStores({ ...opened, sessions: sessions ?? opened.sessions }, options);
  const parts = createCoreParts(stores, config, { memory, logger, metrics, clock, random, scheduler });
  const { tokens, marks, analyser } = parts;
  const { signer, positions } = await createSigners(stores, random);
  const embedder = embedderOf(config, memory, options);
  if (options.held) countHeld(options.held, { sessions, content: parts.content, embedder });
  stores.keys.onDestroyed(() => {
    parts.content.forget();
    embedder?.forget();
  });
  const vectors = embedder && stores.index.vectors && { index: stores.index.vectors, embedder };
  const units = stores.units && createUnitReader(stores.units, clock);
  const shared: SharedDeps = { stores, parts, tracer, signer, ...(units && { units }), ...(vectors && { vectors }) };
  const ingestDeps = ingestDepsOf(shared, options);
  const gate = gateOf(config, options);
  const retrieverDeps = retrieverDepsOf(shared, gate, options);
  const ingestConfig = { ...ingestConfigOf(config, memory), ...(!options.isOnlyWriter && { demandPauseMs: DEMAND_PAUSE_MS }) };
  const ledgerOwner = stores.ledger && createLedgerOwner(stores.ledger);
  return {
    stores,
    ingestWith: (settings, shared) => createIngest({ ...ingestDeps, ...shared }, { ...ingestConfig, ...settings }),
    retrieverWith: (settings, { wasErased, units } = {}) =>
      createRetriever(
        { ...retrieverDeps, ...(wasErased && { wasErased }), ...(units && { units }) },
        {
          foldTimeoutMs: config.catchUpMs,
          coverTimeoutMs: config.catchUpMs,
          contentCacheChars: memory.contents / CHAR_BYTES,
          ...settings,
        },
      ),
    partitionEraserOver: (ingest) => openPartitionEraser({ stores, parts, ingest }),
    eraserOver: (partitions, more) =>
      openEraser({
        ...more,
        ...(ledgerOwner && { owner: ledgerOwner }),
        stores,
        parts,
        partitions,
        logger,
        foldTimeoutMs: config.catchUpMs,
        version: options.version ?? 'unknown',
        mode: options.isOnlyWriter ? 'one_process' : 'cluster',
      }),
    consolidatorOver: (ingest, eraser) =>
      ledgerOwner &&
      openConsolidator({ stores, parts, gate, owner: ledgerOwner, ingest, ...(eraser && { eraser }), metrics, logger }, config),
    ...(ledgerOwner && { ledgerOwner }),
    positions,
    metrics,
    tokens,
    marks,
    clock,
    random,
    scheduler,
    analyser,
    ...(embedder && { embedder }),
    foundation: [tokenizer(tokens, config.tokenFamily, logger), ...(embedder ? [embedder] : [])],
    forgetReadModel: () => {
      marks.forget();
      sessions?.forget();
    },
    sweepingOver: (retention) => sweepRetention(retention, config, options),
    archiver: archiveHourly(stores.artifacts, scheduler, () => clock.now() - config.artifactHotDays * DAY_MS),
  };
}

/** Creates the work gate: one for the whole process, so that a tenant has no more of it for asking different things at once. */
function gateOf(config: CoreConfig, { clock, scheduler, metrics, isOnlyWriter }: WiringOptions): ReturnType<typeof createWorkGate> {
  const deps = { clock, scheduler, observer: observeWork(metrics) };
  return createWorkGate(deps, workGateOf(config, isOnlyWriter ? 'alone' : 'cluster'));
}

/** Opens the embedder that the settings name; undefined where vectors are off. */
function embedderOf(config: CoreConfig, { embeddings }: MemoryDivision, options: WiringOptions): OpenedEmbedder | undefined {
  const { logger, metrics, random, scheduler, onModelProgress, wrapEmbedder } = options;
  return openEmbedder(config, {
    rememberedBytes: embeddings,
    scheduler,
    random,
    logger,
    metrics,
    ...(onModelProgress && { onModelProgress }),
    ...(wrapEmbedder && { wrapEmbedder }),
  });
}

/** Creates the signers of retrieval ids and of positions, whose key only this service has. */
async function createSigners({ keys, log }: Stores, random: Random) {
  const { key } = await keys.spaceKey(SIGNING.tenant, SIGNING.space);
  return { signer: createRetrievalSigner(key), positions: createPositionSealer({ key, generation: log.generation, random }) };
}

function sweepRetention(retention: Retention, config: CoreConfig, { scheduler, random, logger }: WiringOptions): SweepTimer {
  return sweepOnTimer(
    retention,
    { scheduler, random },
    {
      hours: config.retentionHours,
      onSwept: (events) => logger.info({ events }, 'what was past its age is erased'),
      onFailed: (error, { pauseMs }) =>
        logger.error({ err: error, pauseMs }, 'not all that is past its age could be erased; it is tried again'),
    },
  );
}

/** Wraps the stores with metrics and traces. */
function observeStores(opened: Stores, options: WiringOptions): Stores {
  const { metrics, clock, tracing: tracer = NO_TRACER } = options;
  return {
    ...opened,
    log: traceEventLog(instrumentEventLog(opened.log, { metrics, clock }), { tracer, keepsTraces: opened.keepsTraces ?? false }),
    artifacts: instrumentArtifactStore(opened.artifacts, { metrics }),
  };
}

/** Loads the tokenizer in the background at the start, so that the first append need not wait for it. */
function tokenizer(tokens: TokenCounter, family: string, logger: Logger): Component {
  return {
    name: 'tokenizer',
    start: async () =>
      void tokens.count(family, ['warm']).catch((error: unknown) => {
        // Stopped before it was loaded: not worth a warning.
        if (!(error instanceof TotalRecallError && error.code === 'closed'))
          logger.warn({ err: error }, 'the tokenizer could not be loaded');
      }),
    stop: () => tokens.close(),
  };
}
