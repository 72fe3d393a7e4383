import type { EventEnvelope, Position } from '@total-recall/domain';

/** A record to append: clear envelope, sealed body. */
export interface NewLogRecord {
  /** `tenant/space/session`; decides the partition. */
  readonly key: string;
  readonly envelope: EventEnvelope;
  readonly sealed: Uint8Array;
  /**
   * W3C trace context of the request that it comes from, where the trace is recorded. Not part of the event: a log may
   * drop it, and nothing may rely on it.
   */
  readonly traceparent?: string;
}

export interface LogRecord extends NewLogRecord {
  readonly position: Position;
}

/** Part of one partition, in which the records of one space are wanted. */
export interface SpaceRange {
  readonly partition: number;
  readonly tenant: string;
  readonly space: string;
  readonly fromOffset: number;
  /** Last offset looked at; at most the end. */
  readonly toOffset: number;
  /** Most records returned. */
  readonly limit: number;
}

export interface SpaceRecords {
  readonly records: LogRecord[];
  /** Next offset to read from; past `toOffset` once the whole range was looked at. */
  readonly next: number;
}

/**
 * The append-only log of events, the only truth (I-01).
 *
 * - Order: records of one key stand in the order their appends were called. Offsets of a partition rise, gaps are
 *   allowed.
 * - Durability: `append` resolves once all its records are on disk; all of a call or none of it.
 * - Batching: the adapter's business (group commit); the caller may have many appends in flight.
 * - Retries: the adapter retries what is safe to; an append that rejects may or may not have been written, and the
 *   caller repeats it with the same ids (the fold drops a repeat).
 * - Limits: a call holds at most `maxBatchRecords` and `maxBatchBytes`, else `batch_too_large`.
 * - Close: waits for appends in flight, ends `follow` loops, then refuses with `closed`.
 */
export interface EventLog {
  readonly generation: string;
  readonly partitions: number;
  readonly maxBatchRecords: number;
  readonly maxBatchBytes: number;
  partitionOf(key: string): number;
  /** Appends records, which must all have the same key, and returns their positions in order. */
  append(records: readonly NewLogRecord[]): Promise<Position[]>;
  /** Reads up to `limit` records at or after `fromOffset`, in order; empty at the end. */
  read(partition: number, fromOffset: number, limit: number): Promise<LogRecord[]>;
  /**
   * Reads the records of one space within a range of a partition, in order. Partitions are shared: records of other
   * spaces are passed over, and where the store allows it their bodies are not read. Any page may be short or empty.
   * Callers read on from `next`, which is always greater than `fromOffset`.
   */
  readSpace(range: SpaceRange): Promise<SpaceRecords>;
  /**
   * Returns the offset of the last record of a key, or -1; used to wait for a session's fold. For a key not written
   * lately, an adapter without an index by key may return a later offset, at most the end: the wait is then longer,
   * never too short.
   */
  lastOffset(key: string): Promise<number>;
  /**
   * Compares what `lastOffset` knows of the keys of records that were read with them, and mends it. Returns the
   * keys that were mended. Absent in an adapter that keeps no such index.
   */
  readonly mendLastOffsets?: (records: readonly LogRecord[]) => Promise<readonly string[]>;
  /** Returns the offset of the last durable record, -1 when empty. */
  end(partition: number): Promise<number>;
  /**
   * Calls `onBatch` with records from `fromOffset` on, in order, one batch at a time, until stopped. A rejected
   * `onBatch` stops the subscription and rejects `done`.
   */
  follow(partition: number, fromOffset: number, onBatch: (records: LogRecord[]) => Promise<void>, options?: FollowOptions): LogSubscription;
  /**
   * Returns why a partition takes no appends any more until this process is started anew, with its number; undefined
   * where every partition takes them. Absent in an adapter that has no such state.
   */
  readonly refusal?: () => Error | undefined;
  close(): Promise<void>;
}

export interface FollowOptions {
  readonly maxRecords?: number;
  /**
   * Called where a partition ends with records of another program, with the offset of the last of them, when all before
   * it came: `end` counts them, and nobody who waits for it must wait for ever. Never beside a batch; as `onBatch`, a
   * rejection stops the subscription.
   */
  readonly onPassed?: (offset: number) => Promise<void>;
}

export interface LogSubscription {
  /** Resolves after `stop`, once the running batch is done; rejects if a batch failed. */
  readonly done: Promise<void>;
  stop(): Promise<void>;
}
