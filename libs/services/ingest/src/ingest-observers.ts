import type { ChapterCut, UseKind, Violation } from '@total-recall/domain';
import type { AsideRecord } from '@total-recall/ports';

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
