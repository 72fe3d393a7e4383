import type { AcceptedEvent, LogPassage, Marks } from '@total-recall/domain';
import type { DocumentId, DocumentPlace } from './document-place.ts';
import type { LogRecord } from './event-log.ts';
import type { TextFilter } from './text-filter.ts';
import type { VectorIndex } from './vector-index.ts';

export type { TextFilter } from './text-filter.ts';

/** Pattern of an analysed term. An index refuses any other. */
export const INDEX_TERM_PATTERN = /^[a-z0-9_]{1,1024}$/;

/** Bounds of one call to an index; above them `invalid_request`. */
export const INDEX_LIMITS = {
  queryTerms: 64,
  hits: 1_000,
  eventIds: 20_000,
  places: 20_000,
  documentsPerPlace: 256,
  /** Must exceed the number of documents of all neighbours of the best events. */
  documents: 65_536,
  sessionEvents: 20_000,
  ranges: 256,
  /** Ordinals of one range. */
  rangeOrdinals: 64,
  artifactEvents: 1_000,
  asideRecords: 1_000,
  withoutEvents: 1_000,
} as const;

/** An accepted event in the read model: the sealed record and what the fold added to it. */
export interface IndexedEvent {
  readonly record: LogRecord;
  readonly accepted: AcceptedEvent;
  /** Set when a later accepted event supersedes this one. */
  readonly supersededBy?: string;
}

/** A record that could not be processed and was skipped so that later ones proceed. It remains in the log. */
export interface AsideRecord {
  readonly offset: number;
  readonly eventId: string;
  /** Reason for the operator; holds no content of events. */
  readonly reason: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/**
 * A unit of text search: a whole event, or one passage of a long one. Its id is the event's id and the passage number.
 */
export interface TextDocument {
  readonly eventId: string;
  /** 0 for the event itself, 1, 2 ... for passages. */
  readonly part: number;
  readonly passage?: LogPassage;
  /** Analysed terms in text order, encoded to [a-z0-9_]. */
  readonly terms: readonly string[];
}

export interface IndexWrite {
  readonly event: IndexedEvent;
  readonly documents: readonly TextDocument[];
  /** Ids of the artifacts that hold content of the event, each once. */
  readonly artifactIds?: readonly string[];
  readonly agent?: string;
  readonly pinned?: boolean;
}

export interface TextQuery {
  readonly tenant: string;
  readonly space: string;
  /**
   * Analysed terms, each once, at most 64. The adapter may drop the most frequent ones to stay within its budget of
   * postings.
   */
  readonly terms: readonly string[];
  /** Candidates wanted, 1..1000. */
  readonly limit: number;
  readonly filter?: TextFilter;
}

/** Term counts that ranking needs for one document. */
export interface TermCounts {
  /** Occurrences of each query term, in the query's order. */
  readonly termCounts: readonly number[];
  /** Terms in the document. */
  readonly length: number;
}

/** Result of comparing a document with what is stored of it. */
export type TermComparison = 'same' | 'differs' | 'missing';

/** A candidate with the figures that ranking needs. The adapter's own score was used only to select it. */
export interface TextHit extends DocumentPlace, TermCounts {}

export interface TextStatistics {
  readonly documents: number;
  readonly totalLength: number;
  /** Number of documents that hold each asked term, in order. */
  readonly documentFrequencies: readonly number[];
}

/** A part of a session by ordinals, both ends included. */
export interface OrdinalRange {
  readonly session: string;
  readonly fromOrdinal: number;
  readonly toOrdinal: number;
}

/** A session, or a whole space. */
export interface IndexPlace {
  readonly tenant: string;
  readonly space: string;
  readonly session?: string;
}

/**
 * Erasure in an index. When a call resolves the content is out of every answer, and after `wipe` out of the files too:
 * terms, postings, vectors and token vectors. A repeat succeeds. Only the writer of the partition may call it.
 */
export interface IndexErasure {
  /**
   * Throws where nothing can be erased now. Whoever records an erasure asks first, so that what is refused is not
   * recorded. Absent where that cannot be. Errors: `unavailable`, with the reason.
   */
  refuseNow?(): Promise<void>;
  /**
   * Replaces events that keep their version. Their documents become the given ones, and everything derived from the
   * former content is removed. Those with documents are listed for new vectors (`VectorIndex.owedVectors`).
   */
  rewrite(partition: number, writes: readonly IndexWrite[]): Promise<void>;
  /** Removes every event of a place and everything derived from it. */
  remove(place: IndexPlace): Promise<void>;
  /**
   * Overwrites remains of erased data in free space of the files. Call it last: it may take as long as copying the
   * index.
   */
  wipe(): Promise<void>;
}

/**
 * The read model of events: text candidates, point reads and marks of a partition, and `vectors` where the adapter
 * keeps them.
 *
 * - A partition has one writer: the projector. Writes carry the log offset as version: a repeat succeeds, an older one
 *   is ignored. A newer version of an event replaces it, its documents and its artifacts; its pin and what supersedes
 *   it stay unless given anew.
 * - A `write` is taken whole or not at all. A term outside `INDEX_TERM_PATTERN` is `invalid_request`. Documents of an
 *   event that recall must not find (`accepted.indexed` false) are not indexed (I-13).
 * - `write` makes documents durable; they are guaranteed to be found only after `refresh`. Point reads need no refresh.
 * - Supersessions and pins of events that the space does not hold are ignored. At most 256 pins of a space are listed,
 *   newest first by time of recording. Superseded events are still found: scoring takes care of them.
 * - Marks are written by `advanceMarks` only, after everything they promise, and never move back. `folded` promises
 *   point reads and session states, `searchable` everything.
 * - Records set aside are kept until the index is filled anew, at most the first 1,000 of a partition; a repeat
 *   succeeds.
 * - No query crosses a space. An index is a pure function of the records (I-07).
 */
export interface MemoryIndex {
  write(
    partition: number,
    writes: readonly IndexWrite[],
    supersessions?: readonly { readonly eventId: string; readonly by: string; readonly tenant: string; readonly space: string }[],
  ): Promise<void>;
  refresh(partition: number): Promise<void>;
  /** True where what is written is found at once, so that `refresh` takes no time. */
  readonly isFoundAtOnce?: true;
  searchText(query: TextQuery): Promise<TextHit[]>;
  /** Statistics of a space; may lag by one refresh. */
  statistics(tenant: string, space: string, terms: readonly string[]): Promise<TextStatistics>;
  /**
   * Counts the given terms in the documents of these places, for scoring neighbours. Missing documents are left out.
   * For an event of more than 256 documents, returns the 256 that hold the most terms (each counted once), the first of
   * equal ones.
   */
  documentsAt(query: {
    tenant: string;
    space: string;
    terms: readonly string[];
    places: readonly { session: string; ordinal: number }[];
  }): Promise<TextHit[]>;
  /**
   * Counts the given terms in these documents, in the order asked, `undefined` for documents that the space does not
   * hold. At most 65,536.
   */
  countsOf(query: {
    tenant: string;
    space: string;
    terms: readonly string[];
    documents: readonly DocumentId[];
  }): Promise<(TermCounts | undefined)[]>;
  /**
   * Tells of each document of a space, in the order asked, whether it is stored with exactly these terms, each as often
   * as here. The terms come in the order in which they were written: an adapter may take another order for a difference.
   * For verification: an adapter may read all postings of the space at the first call and keep what it needs of them for
   * the next ones. At most 65,536 documents.
   */
  compareTerms(query: {
    readonly tenant: string;
    readonly space: string;
    readonly documents: readonly TextDocument[];
  }): Promise<TermComparison[]>;
  /** Returns events by id, in the order asked, `undefined` for those that the space does not hold. */
  events(tenant: string, space: string, eventIds: readonly string[]): Promise<(IndexedEvent | undefined)[]>;
  /**
   * Returns events whose ids end with the given endings. A derived id ends in 16 characters that depend on its origin
   * alone; a time precedes them. Keeps the order asked, `undefined` for events that the space does not hold. Sees
   * writes that await a `refresh` too.
   */
  eventsByEnding(tenant: string, space: string, endings: readonly string[]): Promise<(IndexedEvent | undefined)[]>;
  /**
   * Returns accepted events of a session by ordinal, both ends included, at most `limit`. With `bytes` it ends behind the
   * event with which the sealed bodies have that many, so it returns one at least.
   */
  sessionEvents(query: {
    tenant: string;
    space: string;
    session: string;
    fromOrdinal: number;
    toOrdinal?: number;
    limit: number;
    bytes?: number;
  }): Promise<IndexedEvent[]>;
  /**
   * Returns the accepted events of many places in one read: a list for each range, in the order asked, by ordinal. At
   * most 256 ranges of at most 64 ordinals each. Their sealed bodies have no limit in bytes: who asks for full ranges asks
   * for few of them at a time.
   */
  eventsInRanges(query: { tenant: string; space: string; ranges: readonly OrdinalRange[] }): Promise<IndexedEvent[][]>;
  /**
   * Returns ids of events that have content in an artifact, in no order, at most `limit` (1..1000). Sees writes that
   * await a `refresh` too.
   */
  eventsOfArtifact(query: {
    readonly tenant: string;
    readonly space: string;
    readonly artifactId: string;
    readonly limit: number;
  }): Promise<string[]>;
  /** Returns ids of pinned events of a space, newest first, at most `limit`. */
  pinned(tenant: string, space: string, limit: number): Promise<string[]>;
  setPinned(tenant: string, space: string, eventIds: readonly string[], pinned: boolean): Promise<void>;
  marks(partition: number): Promise<Marks>;
  advanceMarks(partition: number, marks: Marks): Promise<void>;
  /** Stores skipped records. Durable when it resolves; only then may the marks pass these records. */
  setAside(partition: number, records: readonly AsideRecord[]): Promise<void>;
  /** Returns the skipped records in the order of their offsets. */
  aside(partition: number): Promise<readonly AsideRecord[]>;
  /** Erases content for good. Absent in an adapter that cannot yet. */
  readonly erasing?: IndexErasure;
  /** Vectors of the same documents, where the adapter keeps any; closed with the index. */
  readonly vectors?: VectorIndex;
  close(): Promise<void>;
}
