import type { ChapterLimits, EventKind } from '@total-recall/domain';
import type { IngestRole } from './partitions/partition-role.ts';

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
