import type { AcceptedEvent, LogPassage, Marks } from '@total-recall/domain';
import type { DocumentId, DocumentPlace } from './document-place.ts';
import type { LogRecord } from './event-log.ts';
import type { TextFilter } from './text-filter.ts';
import type { VectorIndex } from './vector-index.ts';

export type { TextFilter } from './text-filter.ts';

/** What an analysed term may look like; an index refuses any other. */
export const INDEX_TERM_PATTERN = /^[a-z0-9_]{1,1024}$/;

/** Bounds of what one call may ask of an index; above them `invalid_request`. */
export const INDEX_LIMITS = {
  queryTerms: 64,
  hits: 1_000,
  eventIds: 20_000,
  places: 20_000,
  documentsPerPlace: 256,
  /** More than all documents of the neighbours of the best events. */
  documents: 65_536,
  sessionEvents: 20_000,
  artifactEvents: 1_000,
  asideRecords: 1_000,
} as const;

/** An accepted event as the read model keeps it: the sealed record and what the fold gave it. */
export interface IndexedEvent {
  readonly record: LogRecord;
  readonly accepted: AcceptedEvent;
  /** Set when a later accepted event supersedes this one. */
  readonly supersededBy?: string;
}

/** A record that could not be worked off, so that those after it go on. It is in the log all the same. */
export interface AsideRecord {
  readonly offset: number;
  readonly eventId: string;
  /** For the operator; no content of events. */
  readonly reason: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

/** A unit of text search: a whole event, or one passage of a long one. Its id is the event's id and the passage number. */
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
  /** Ids of the artifacts that hold what the event says, each once. */
  readonly artifactIds?: readonly string[];
  readonly agent?: string;
  readonly pinned?: boolean;
}

export interface TextQuery {
  readonly tenant: string;
  readonly space: string;
  /** Analysed terms, each once. At most 64; the adapter may drop the commonest to stay within its budget of postings. */
  readonly terms: readonly string[];
  /** Candidates wanted, 1..1000. */
  readonly limit: number;
  readonly filter?: TextFilter;
}

/** What ranking needs of the words of a document. */
export interface TermCounts {
  /** Occurrences of each query term, in the query's order. */
  readonly termCounts: readonly number[];
  /** Terms in the document. */
  readonly length: number;
}

/** A candidate with what ranking needs; the adapter's own score only chose it. */
export interface TextHit extends DocumentPlace, TermCounts {}

export interface TextStatistics {
  readonly documents: number;
  readonly totalLength: number;
  /** Documents holding each asked term, in order. */
  readonly documentFrequencies: readonly number[];
}

/** A session, or a whole space. */
export interface IndexPlace {
  readonly tenant: string;
  readonly space: string;
  readonly session?: string;
}

/**
 * What an erasure does to an index: what went is out of every answer when a call resolves, and after `wipe` out of the files too: terms, postings,
 * vectors, token vectors.
 * A repeat is success. Only by the writer of the partition.
 */
export interface IndexErasure {
  /** Puts events in the place of the same version of them; their documents are those given, and what was kept of the former goes. */
  rewrite(partition: number, writes: readonly IndexWrite[]): Promise<void>;
  /** Takes out every event of a place, with all that was kept of it. */
  remove(place: IndexPlace): Promise<void>;
  /** Rewrites what free room of the files may still hold of it; last, as it may take as long as copying the index does. */
  wipe(): Promise<void>;
}

/**
 * The read model of events: text candidates, point reads and marks of a partition, and `vectors` where the adapter keeps them.
 *
 * - One writer a partition: the projector. Writes carry the log offset as version: a repeat is success, an older one is ignored.
 *   A newer version of an event replaces it, its documents and what artifacts it has; its pin and what supersedes it stay unless given anew.
 * - A `write` is taken whole or not at all; a term outside `INDEX_TERM_PATTERN` is `invalid_request`. Documents of an event that
 *   recall may not find (`accepted.indexed` false) are not indexed (I-13).
 * - `write` makes documents durable; they are promised to be found only after `refresh`. Point reads need no refresh.
 * - Supersessions and pins of events that the space does not hold are ignored. At most 256 pins of a space are listed, newest
 *   first by time of recording. Superseded events are still found: scoring takes care of them.
 * - Marks are written by `setMarks` only, after everything they promise, and never go back.
 * - What is set aside of a partition is kept until the index is filled anew, at most 1,000 records, those set aside first; a repeat is success.
 * - No query crosses a space. An index is a pure function of the records (I-07).
 */
export interface MemoryIndex {
  write(
    partition: number,
    writes: readonly IndexWrite[],
    supersessions?: readonly { readonly eventId: string; readonly by: string; readonly tenant: string; readonly space: string }[],
  ): Promise<void>;
  refresh(partition: number): Promise<void>;
  searchText(query: TextQuery): Promise<TextHit[]>;
  /** Statistics of a space; may lag by one refresh. */
  statistics(tenant: string, space: string, terms: readonly string[]): Promise<TextStatistics>;
  /**
   * Counts of the given terms in the documents of these places; what is not there is left out. For neighbours.
   * Of an event of more than 256 documents, the 256 that hold most of the terms (each counted once), of equal ones the first.
   */
  documentsAt(query: {
    tenant: string;
    space: string;
    terms: readonly string[];
    places: readonly { session: string; ordinal: number }[];
  }): Promise<TextHit[]>;
  /** Counts of the given terms in these documents, in the order asked, `undefined` for what the space does not hold. At most 65,536. */
  countsOf(query: {
    tenant: string;
    space: string;
    terms: readonly string[];
    documents: readonly DocumentId[];
  }): Promise<(TermCounts | undefined)[]>;
  /** Events by id, in the order asked, `undefined` for what the space does not hold. */
  events(tenant: string, space: string, eventIds: readonly string[]): Promise<(IndexedEvent | undefined)[]>;
  /**
   * Events whose id ends like this: a derived id ends in 16 characters that its origin alone decides, before which stands a time. In the order
   * asked, `undefined` for what the space does not hold; sees what was written before the last `refresh`.
   */
  eventsByEnding(tenant: string, space: string, endings: readonly string[]): Promise<(IndexedEvent | undefined)[]>;
  /** Accepted events of a session by ordinal, both ends included, at most `limit`. */
  sessionEvents(query: {
    tenant: string;
    space: string;
    session: string;
    fromOrdinal: number;
    toOrdinal?: number;
    limit: number;
  }): Promise<IndexedEvent[]>;
  /**
   * Ids of events that an artifact holds something of, in no order, at most `limit` (1..1000); sees what was written before the last `refresh`.
   */
  eventsOfArtifact(query: {
    readonly tenant: string;
    readonly space: string;
    readonly artifactId: string;
    readonly limit: number;
  }): Promise<string[]>;
  /** Ids of pinned events of a space, newest first, at most `limit`. */
  pinned(tenant: string, space: string, limit: number): Promise<string[]>;
  setPinned(tenant: string, space: string, eventIds: readonly string[], pinned: boolean): Promise<void>;
  marks(partition: number): Promise<Marks>;
  setMarks(partition: number, marks: Marks): Promise<void>;
  /** Durable when it resolves; only then may the marks pass these records. */
  setAside(partition: number, records: readonly AsideRecord[]): Promise<void>;
  /** In the order of their offsets. */
  aside(partition: number): Promise<readonly AsideRecord[]>;
  /** Takes content out for good; absent of an adapter that cannot yet. */
  readonly erasing?: IndexErasure;
  /** Vectors of the same documents, where the adapter keeps any; closed with the index. */
  readonly vectors?: VectorIndex;
  close(): Promise<void>;
}
