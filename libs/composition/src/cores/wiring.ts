import type { ConsolidatorService } from '@total-recall/consolidator';
import type { TextAnalyser, Violation } from '@total-recall/domain';
import type { IngestConfig, IngestDeps, IngestService, OwningEraser } from '@total-recall/ingest';
import type { Metrics, Tracing } from '@total-recall/observability';
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
import type { RetrieverConfig, RetrieverDeps, RetrieverService } from '@total-recall/retriever';
import type { Component, HeldMemory, LedgerOwner, MarkWatcher, PastUnits, PositionSealer } from '@total-recall/runtime';
import type { OnModelProgress } from '../model/open-model.ts';
import type { ProcessParts } from '../open-process.ts';
import type { ArtifactLosses } from './artifact-losses.ts';
import type { Stores } from '../stores.ts';
import type { OpenEraserOptions } from './open-eraser.ts';
import type { SweepTimer } from './sweep-on-timer.ts';

/** Creates the cores over the stores of a process. The caller chooses which cores to run. */
export interface CoreFactories {
  /**
   * Creates ingest. The gate depends on who appends, `sharedEmbedding` is given when any process may embed, and `units`
   * where this process knows them before the store does.
   */
  ingestWith(settings: Partial<IngestConfig>, shared?: Partial<Pick<IngestDeps, 'gate' | 'sharedEmbedding' | 'units'>>): IngestService;
  /**
   * Creates a reader of the stores. It has nothing to start or stop, so there may be several; an
   * evaluation compares them. `past`: the units of earlier times, where this process reads a ledger that is not its own.
   */
  retrieverWith(
    settings: Partial<RetrieverConfig>,
    known?: Partial<Pick<RetrieverDeps, 'wasErased' | 'units'>> & { readonly past?: PastUnits },
  ): RetrieverService;
  /** Creates the eraser for the partitions that this ingest projects; undefined if a store cannot erase. */
  partitionEraserOver(ingest: IngestService): PartitionEraser | undefined;
  /** Creates the eraser that calls those of the partitions; undefined without a ledger, or if a store cannot erase. */
  eraserOver(
    partitions: PartitionEraser,
    options?: Pick<OpenEraserOptions, 'answerWithinMs' | 'removeReplaced' | 'knownBackups' | 'retention'>,
  ): OwningEraser | undefined;
  /** Creates the consolidator, which appends through this ingest; undefined without a ledger or a store of units. */
  consolidatorOver(ingest: Pick<Ingest, 'append'>, eraser?: Pick<OwningEraser, 'takenIn'>): ConsolidatorService | undefined;
  /** Creates the component that runs retention on a timer. */
  sweepingOver(retention: Retention): SweepTimer;
}

/** The stores of one process, everything its cores share, and what creates the cores. */
export interface Wiring extends CoreFactories {
  readonly stores: Stores;
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
  /** Artifacts that were met missing or damaged; among the foundation, for `/readyz`. */
  readonly artifactLosses: ArtifactLosses;
  /** Components that start before the cores, in order: the tokenizer, the embedder. */
  readonly foundation: readonly Component[];
  readonly archiver: Component;
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
  /** Called for every failure of ingest in the background, which it tries again, beside the log line. */
  readonly onFailure?: (error: unknown) => void;
}

export interface WiringOptions extends CoresHooks, ProcessParts {
  /** Collects what the caches of the cores hold. */
  readonly held?: Pick<HeldMemory, 'count'>;
  /** True when no other process writes session states, so that they can be cached. */
  readonly isOnlyWriter: boolean;
  /** Finds the owner of a partition, when other processes project partitions too. */
  readonly owners?: IngestDeps['owners'];
}
