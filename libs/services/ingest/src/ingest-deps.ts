import type { ChapterCut, ChapterLimits, EventKind, Position, UseKind, Violation } from '@total-recall/domain';
import type {
  Analyser,
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
import type { ArtifactCodec, ContentReader, MarkWatcher, PolicyResolver } from '@total-recall/runtime';

/** Everything ingest needs from outside. */
export interface IngestDeps {
  readonly log: EventLog;
  readonly index: MemoryIndex;
  readonly sessions: SessionStore;
  readonly keys: KeyStore;
  readonly sealer: Sealer;
  readonly artifacts: ArtifactCodec;
  readonly content: ContentReader;
  readonly analyser: Analyser;
  readonly tokens: TokenCounter;
  readonly policies: PolicyResolver;
  readonly marks: MarkWatcher;
  readonly clock: Clock;
  readonly random: Random;
  readonly scheduler: Scheduler;
  readonly observer: IngestObserver;
  /** Where traces are made. */
  readonly tracer?: Tracer;
  /** Where vectors are on. */
  readonly vectors?: IngestVectors;
  /** Where the demand side of recall is counted. */
  readonly demand?: IngestDemand;
  /** Where the log is archived. */
  readonly archive?: IngestArchive;
  /** Where several processes share the partitions: where the one that projects a partition answers. */
  readonly owners?: { addressOf(partition: number): Promise<string | undefined> };
  /** Where records that cannot be worked off are told of beside the index; durable when it resolves. */
  readonly park?: (records: readonly { readonly key: string; readonly position: Position; readonly reason: string }[]) => Promise<void>;
  /** Whether a retrieval id was signed by this service; recall results appended without their receipt are recognised by it (E11). */
  readonly isOurRetrieval?: (retrievalId: string) => boolean;
}

/** What the embed role needs beside the rest. */
export interface IngestVectors {
  readonly index: VectorIndex;
  readonly embedder: EmbedderSource;
  readonly observer?: EmbedObserver;
}

export type OvertakenReason = 'no_model' | 'behind';

export interface EmbedObserver {
  /** A batch is durable; `behind` in records. */
  embedded?(batch: {
    readonly partition: number;
    /** `fresh`: taken out of turn, as older ones wait. */
    readonly lane: 'fresh' | 'oldest';
    readonly records: number;
    readonly documents: number;
    /** All up to here have vectors. */
    readonly offset: number;
    readonly behind: number;
    /** Of the first record of the batch, where it was the oldest without vectors. */
    readonly oldestRecordedAt?: number;
    readonly seconds: number;
  }): void;
  /** An event that no vector can be made of; it is found by its words alone. */
  skipped?(eventId: string, error: unknown): void;
  /** A batch, or reading how far it is, failed and is tried again; `busy`: the embedder is full. */
  failed?(reason: string): void;
  /** A compaction was decided before its events had vectors: the wait was over or the window full (`behind`), or there is no model. */
  overtaken?(reason: OvertakenReason): void;
}

/** What the demand role needs beside the rest. */
export interface IngestDemand {
  readonly store: DemandStore;
  readonly observer?: DemandObserver;
}

/** Told of what is new in a batch once it is kept; a crash in between may tell it twice. */
export interface DemandObserver {
  counted?(batch: {
    readonly userTurns: number;
    readonly modelTurns: number;
    readonly recallTurns: number;
    readonly evidence: number;
    readonly uses: readonly UseKind[];
  }): void;
  /** A record that cannot be counted; those after it are. The reason holds no content of events. */
  skipped?(record: { readonly partition: number; readonly offset: number; readonly reason: string }): void;
}

/** What the archive role needs beside the rest. */
export interface IngestArchive {
  readonly segments: SegmentStore;
  readonly observer?: ArchiveObserver;
}

export interface ArchiveObserver {
  /** How far the archive of a partition goes, when this process begins with it. */
  resumed?(place: { readonly partition: number; readonly offset: number }): void;
  /** A chapter is durable that this process wrote. */
  archived?(chapter: {
    readonly partition: number;
    /** Offset of its last record. */
    readonly to: number;
    readonly records: number;
    readonly cut: ChapterCut;
    readonly storedBytes: number;
  }): void;
}

/** What ingest tells about its work; the composition root turns it into metrics and log lines. Never holds text. */
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
  projected(batch: {
    readonly partition: number;
    readonly records: number;
    readonly offset: number;
    readonly behind: number;
    readonly seconds: number;
    readonly oldestRecordedAt: number;
  }): void;
  decided(decision: {
    readonly result: 'compacted' | 'stopped' | 'stale';
    readonly trigger: string;
    readonly reason?: string;
    readonly freedTokens?: number;
    readonly evictedEvents?: number;
    readonly seconds: number;
  }): void;
  selfChecked(check: { readonly probes: number; readonly found: number }): void;
  violated(violation: Violation): void;
  failed(where: string, error: unknown): void;
  /** Records of a partition that could not be worked off: those of this batch, and how many there are in all. */
  setAside?(records: { readonly partition: number; readonly fresh: readonly AsideRecord[]; readonly total: number }): void;
}

export interface IngestConfig {
  /** Which partitions are projected here: every one from the start, or those that `take` names, where several processes share them. */
  readonly partitions: 'all' | 'taken';
  /** Where partitions are taken: the model that some process makes vectors by, so that what may be evicted has them first; null where none does. */
  readonly vectorsOf: string | null;
  /** Whether the read model is written and nothing else: no compaction is decided, nothing counted or archived. For an index that is filled beside the one that is read. */
  readonly fills: boolean;
  /** How often the embed role looks how far the projector of another process is. */
  readonly embedLookMs: number;
  /** How long an append waits for its own fold where it must, and a task-state update for its answer. */
  readonly foldTimeoutMs: number;
  /** Records of one projector batch. */
  readonly projectBatch: number;
  /** Entries of the session states that the projector of a partition holds in memory. */
  readonly sessionEntries: number;
  /** Sketches of events held in memory by the projector of a partition, of 1 to 4 KiB each. */
  readonly sketchCache: number;
  /** Events drawn from an evicted span to see that they are found. */
  readonly selfCheckProbes: number;
  /** Records of one batch of the embed role, and texts of one call of the embedder. */
  readonly embedRecords: number;
  readonly embedTexts: number;
  /** How long a batch waits for more once something came. */
  readonly embedLingerMs: number;
  /** Records that may wait for vectors before the newest are taken out of turn. */
  readonly embedFreshRecords: number;
  /** Kinds that get no vectors, beside those that never do. Source: 002 §4.4, should_embed. */
  readonly embedWithout: readonly EventKind[];
  /** Documents of one event that get vectors, and of one tool result. */
  readonly embedParts: number;
  readonly embedResultParts: number;
  /** How long a compaction waits for the vectors of what it may evict. */
  readonly embedWaitMs: number;
  /** Records of one batch of the demand role. */
  readonly demandRecords: number;
  /** Records of one read of the archive role, and when a chapter is whole. One is held in memory for each partition. */
  readonly archiveBatch: number;
  readonly archiveChapter: ChapterLimits;
}

export const DEFAULT_INGEST_CONFIG: IngestConfig = {
  partitions: 'all',
  vectorsOf: null,
  fills: false,
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
  archiveBatch: 1_000,
  archiveChapter: { records: 10_000, bytes: 8 * 1024 * 1024, ageMs: 3_600_000 },
};
