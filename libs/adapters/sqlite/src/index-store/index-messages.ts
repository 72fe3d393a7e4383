import type { AcceptedEvent, LogPassage, Marks } from '@total-recall/domain';
import type { AsideRecord, IndexPlace, OrdinalRange, TermComparison, TextFilter, TextStatistics } from '@total-recall/ports';
import type { VectorKey } from '../vector-store/vector-cipher.ts';
import type { SpaceKey } from '../vector-store/vector-messages.ts';
import type { PackedDocuments } from './packed-documents.ts';
import type { PackedPlaces, PackedTextHits } from './packed-hits.ts';
import type { TermSums } from './term-sums.ts';

/** A document as it is sent to the index threads. Messages are strings, numbers and bytes, so that a copy is cheap. */
export interface PackedDocument {
  readonly part: number;
  readonly passage?: LogPassage;
  /** Checked terms, separated by spaces. */
  readonly terms: string;
}

export interface PackedEvent {
  readonly tenant: string;
  readonly space: string;
  readonly session: string;
  readonly eventId: string;
  readonly kind: string;
  readonly occurredAt: number;
  readonly recordedAt: number;
  readonly generation: string;
  readonly partition: number;
  readonly offset: number;
  /** Other fields of the envelope as JSON. */
  readonly rest: string;
  readonly sealed: Uint8Array;
  readonly accepted: AcceptedEvent;
  readonly supersededBy: string | null;
}

export interface PackedWrite extends PackedEvent {
  readonly artifactIds: readonly string[];
  readonly agent: string | null;
  readonly pinned: boolean | null;
  readonly documents: readonly PackedDocument[];
}

/** An event as a reader returns it. */
export type ReadEvent = Omit<PackedEvent, 'tenant' | 'space'>;

export interface Supersession {
  readonly eventId: string;
  readonly by: string;
  readonly tenant: string;
  readonly space: string;
}

export type IndexWriterHandlers = {
  /** The keys are those of the vectors of the spaces that are written. */
  write(writes: readonly PackedWrite[], supersessions: readonly Supersession[], keys: readonly SpaceKey[]): void;
  rewrite(writes: readonly PackedWrite[], keys: readonly SpaceKey[]): void;
  remove(place: IndexPlace, key: VectorKey): void;
  wipe(): void;
  setPinned(tenant: string, space: string, eventIds: readonly string[], pinned: boolean): void;
  advanceMarks(partition: number, marks: Marks): void;
  setAside(partition: number, records: readonly AsideRecord[]): void;
};

export interface SearchRequest {
  readonly tenant: string;
  readonly space: string;
  readonly terms: readonly string[];
  readonly limit: number;
  readonly filter?: TextFilter;
}

export interface PlacesRequest {
  readonly tenant: string;
  readonly space: string;
  readonly terms: readonly string[];
  readonly places: PackedPlaces;
}

export interface CountsRequest {
  readonly tenant: string;
  readonly space: string;
  readonly terms: readonly string[];
  readonly documents: PackedDocuments;
}

/** Counts of the requested terms, document after document. A length of -1 stands for a missing document. */
export interface PackedCounts {
  readonly counts: Uint32Array;
  readonly lengths: Float64Array;
}

export interface CompareRequest {
  readonly tenant: string;
  readonly space: string;
  readonly documents: PackedDocuments;
  readonly sums: TermSums;
  /** Terms of each document. */
  readonly lengths: Uint32Array;
}

export interface SessionRequest {
  readonly tenant: string;
  readonly space: string;
  readonly session: string;
  readonly fromOrdinal: number;
  readonly toOrdinal: number;
  readonly limit: number;
  /** Sealed bytes with which the answer ends. */
  readonly bytes: number;
}

export interface RangesRequest {
  readonly tenant: string;
  readonly space: string;
  readonly ranges: readonly OrdinalRange[];
}

export interface ArtifactRequest {
  readonly tenant: string;
  readonly space: string;
  readonly artifactId: string;
  readonly limit: number;
}

export type IndexReaderHandlers = {
  search(request: SearchRequest): PackedTextHits;
  statistics(tenant: string, space: string, terms: readonly string[]): TextStatistics;
  documentsAt(request: PlacesRequest): PackedTextHits;
  countsOf(request: CountsRequest): PackedCounts;
  compareTerms(request: CompareRequest): TermComparison[];
  events(tenant: string, space: string, eventIds: readonly string[]): (ReadEvent | undefined)[];
  eventsByEnding(tenant: string, space: string, endings: readonly string[]): (ReadEvent | undefined)[];
  sessionEvents(request: SessionRequest): ReadEvent[];
  eventsInRanges(request: RangesRequest): ReadEvent[][];
  eventsOfArtifact(request: ArtifactRequest): string[];
  pinned(tenant: string, space: string, limit: number): string[];
  marks(partition: number): Marks | undefined;
  aside(partition: number): AsideRecord[];
};
