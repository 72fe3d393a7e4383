import type {
  ChapterCut,
  ChapterLimits,
  EventKind,
  Position,
  SessionAddress,
  TextAnalyser,
  UseKind,
  Violation,
} from '@total-recall/domain';
import type {
  AsideRecord,
  Clock,
  DemandStore,
  EmbedderSource,
  EventLog,
  KeyStore,
  MemoryIndex,
  Random,
  Scheduler,
  Sealer,
  SegmentStore,
  SessionStore,
  TokenCounter,
  Tracer,
  VectorIndex,
} from '@total-recall/ports';
import type { ArtifactCodec, ContentReader, MarkWatcher, PolicyResolver, UnitReader } from '@total-recall/runtime';
import type { SessionGate } from './append/session-gate.ts';
import type { IngestRole } from './partitions/partition-role.ts';

/** All dependencies of ingest. */
export interface IngestDeps {
  readonly log: EventLog;
  readonly index: MemoryIndex;
  readonly sessions: SessionStore;
  readonly keys: KeyStore;
  readonly sealer: Sealer;
  readonly artifacts: ArtifactCodec;
  readonly content: ContentReader;
  readonly analyser: Pick<TextAnalyser, 'analyse'>;
  readonly tokens: TokenCounter;
  readonly policies: PolicyResolver;
  readonly marks: MarkWatcher;
  readonly clock: Clock;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly observer: IngestObserver;
  /** Set when traces are made. */
  readonly tracer?: Tracer;
  /** Set where memory is consolidated: windows then show what is known. */
  readonly units?: UnitReader;
  /** Set when vectors are on. */
  readonly vectors?: IngestVectors;
  /** Set when any process may embed a partition: its compactions wait for the vectors of this model. */
  readonly sharedEmbedding?: { readonly model: string };
  /** Set when the demand side of recall is counted. */
  readonly demand?: IngestDemand;
  /** Set when the log is archived. */
  readonly archive?: IngestArchive;
  /** Finds the address of the process that projects a partition. Set when several processes share the partitions. */
  readonly owners?: { addressOf(partition: number): Promise<string | undefined> };
  /** Keeps appends out of sessions that retention takes. Absent if there is no retention. */
  readonly gate?: SessionGate;
  /** Parks records that cannot be processed, outside the index; durable when it resolves. */
  readonly park?: (records: readonly { readonly key: string; readonly position: Position; readonly reason: string }[]) => Promise<void>;
  /**
   * Returns true when this service signed a retrieval id for the space, to recognise recall results appended there
   * without their receipt (E11).
   */
  readonly isOurRetrieval?: (place: Pick<SessionAddress, 'tenant' | 'space'>, retrievalId: string) => boolean;
}

/** Dependencies of the embed role. */
export interface IngestVectors {
  readonly index: VectorIndex;
  readonly embedder: EmbedderSource;
  readonly observer?: EmbedObserver;
}

export type OvertakenReason = 'no_model' | 'behind';

export interface EmbedObserver {
  /** The role has begun, with a model or without. All records up to `offset` have vectors of the last model; -1: none. */
  resumed?(place: { readonly partition: number; readonly offset: number }): void;
  /** The role has begun or the index moved; `behind` counts the records without vectors, by its mark while no model is loaded. */
  waiting?(state: { readonly partition: number; readonly behind: number }): void;
  /** A batch is durable; `behind` in records. */
  embedded?(batch: {
    readonly partition: number;
    /** `fresh`: embedded before older records, which still wait. */
    readonly lane: 'fresh' | 'oldest';
    readonly records: number;
    readonly documents: number;
    /** All records up to here have vectors. */
    readonly offset: number;
    readonly behind: number;
    /** Time of the batch's first record, if that was the oldest without vectors. */
    readonly oldestRecordedAt?: number;
    readonly seconds: number;
  }): void;
  /** An event cannot be embedded; it is found by its words alone. */
  skipped?(eventId: string, error: unknown): void;
  /** A batch, or reading the progress, failed and is retried; `busy`: the embedder is full. */
  failed?(reason: string): void;
  /**
   * A compaction was decided before its events had vectors: the wait timed out or the window was full
   * (`behind`), or there is no model.
   */
  overtaken?(reason: OvertakenReason): void;
}

/** Dependencies of the demand role. */
export interface IngestDemand {
  readonly store: DemandStore;
  readonly observer?: DemandObserver;
}

/** Receives what was new in a stored batch; after a crash a batch may be reported twice. */
export interface DemandObserver {
  counted?(batch: {
    readonly userTurns: number;
    readonly modelTurns: number;
    readonly recallTurns: number;
    readonly evidence: number;
    readonly uses: readonly UseKind[];
  }): void;
  /** A record that cannot be counted is skipped. The reason holds no content of events. */
  skipped?(record: { readonly partition: number; readonly offset: number; readonly reason: string }): void;
}

/** Dependencies of the archive role. */
export interface IngestArchive {
  readonly segments: SegmentStore;
  readonly observer?: ArchiveObserver;
}

export interface ArchiveObserver {
  /** End of a partition's archive when this process starts on it. */
  resumed?(place: { readonly partition: number; readonly offset: number }): void;
  /** This process wrote a chapter, which is durable. */
  archived?(chapter: {
    readonly partition: number;
    /** Offset of its last record. */
    readonly to: number;
    readonly records: number;
    readonly cut: ChapterCut;
    readonly storedBytes: number;
  }): void;
}

/** Reports of ingest, which the composition root turns into metrics and log lines. They never hold text. */
export interface IngestObserver {
  appended(batch: {
    readonly kinds: readonly string[];
    readonly bytes: number;
    readonly tokens: number;
    readonly duplicates: number;
    readonly none: number;
    readonly redactions: readonly { rule: string; count: number; action: 'mark' | 'mask' }[];
    readonly seconds: number;
  }): void;
  /** This process begins on a partition, or goes on after a failure, from the saved marks; -1: none. */
  resumed?(place: { readonly partition: number; readonly folded: number; readonly searchable: number }): void;
  /** The end of the log of a partition that is projected here, seen now and then. */
  logEndObserved?(place: { readonly partition: number; readonly end: number }): void;
  projected(batch: {
    readonly partition: number;
    readonly records: number;
    readonly offset: number;
    readonly behind: number;
    readonly seconds: number;
    readonly oldestRecordedAt: number;
  }): void;
  decided(decision: {
    readonly result: 'compacted' | 'stopped';
    readonly trigger: string;
    readonly reason?: string;
    readonly freedTokens?: number;
    readonly evictedEvents?: number;
    readonly seconds: number;
  }): void;
  selfChecked(check: { readonly probes: number; readonly found: number }): void;
  violated(violation: Violation): void;
  failed(where: string, error: unknown): void;
  /** Records of a partition that could not be processed: those of this batch, and the total. */
  setAside?(records: { readonly partition: number; readonly fresh: readonly AsideRecord[]; readonly total: number }): void;
}

export interface IngestConfig {
  /**
   * Roles that this process takes in every partition at its start, in this order. None if several processes share the
   * partitions: then each takes and releases what it is given.
   */
  readonly roles: readonly IngestRole[];
  /** Interval at which the embed role polls the progress of another process's projector, in milliseconds. */
  readonly embedLookMs: number;
  /** Time that an append waits for its own fold if it must, and a task-state update for its answer, in milliseconds. */
  readonly foldTimeoutMs: number;
  /** Records of one projector batch. */
  readonly projectBatch: number;
  /** Session state entries that the projector of a partition caches. */
  readonly sessionEntries: number;
  /** Event sketches that the projector of a partition caches, 1 to 4 KiB each. */
  readonly sketchCache: number;
  /** Evicted events that are searched for after a compaction, to check that they are found. */
  readonly selfCheckProbes: number;
  /** Limits: records of one batch of the embed role, and texts of one call of the embedder. */
  readonly embedRecords: number;
  readonly embedTexts: number;
  /** Time that a batch waits for more records after the first, in milliseconds. */
  readonly embedLingerMs: number;
  /** Records waiting for vectors beyond which the newest are embedded first. */
  readonly embedFreshRecords: number;
  /** Kinds that get no vectors, beside those that never do. Source: 002 §4.4, should_embed. */
  readonly embedWithout: readonly EventKind[];
  /** Documents with vectors per event, and per tool result. */
  readonly embedParts: number;
  readonly embedResultParts: number;
  /** Time that a compaction waits for the vectors of what it may evict, in milliseconds. */
  readonly embedWaitMs: number;
  /** Records of one batch of the demand role. */
  readonly demandRecords: number;
  /** Pause of that role between two batches once it has read all, in milliseconds: each batch is written by itself. */
  readonly demandPauseMs: number;
  /**
   * Records of one read of the archive role, and the limits of a chapter. One chapter per partition is held in memory.
   */
  readonly archiveBatch: number;
  readonly archiveChapter: ChapterLimits;
}

export const DEFAULT_INGEST_CONFIG: IngestConfig = {
  roles: ['embed', 'project'],
  embedLookMs: 200,
  foldTimeoutMs: 10_000,
  projectBatch: 500,
  sessionEntries: 100_000,
  sketchCache: 2_048,
  selfCheckProbes: 3,
  embedRecords: 64,
  embedTexts: 64,
  embedLingerMs: 20,
  embedFreshRecords: 256,
  embedWithout: [],
  embedParts: 1_000,
  embedResultParts: 1_000,
  embedWaitMs: 2_000,
  demandRecords: 500,
  demandPauseMs: 0,
  archiveBatch: 1_000,
  archiveChapter: { records: 10_000, bytes: 8 * 1024 * 1024, ageMs: 3_600_000 },
};
