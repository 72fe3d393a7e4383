import type { LineCuts, TokenMatrix } from '@total-recall/domain';
import type { OwedVectors, TextFilter, VectorSet } from '@total-recall/ports';
import type { PackedDocuments } from '../index-store/packed-documents.ts';
import type { PackedHits } from '../index-store/packed-hits.ts';
import type { PackedMatches } from './packed-matches.ts';
import type { VectorKey } from './vector-cipher.ts';

/** Vectors in a message to the writer. Rows are joined, so that a batch is sent in a few buffers. */
export interface PackedVectors {
  readonly model: string;
  readonly dimensions: number;
  readonly documents: readonly {
    readonly tenant: string;
    readonly space: string;
    readonly eventId: string;
    readonly part: number;
    readonly tokens: { readonly dimensions: number; readonly ids: Uint32Array; readonly bytes: Uint8Array } | null;
  }[];
  readonly rows: Int8Array;
  readonly scales: Float32Array;
}

/** The key of the vectors of a space. */
export interface SpaceKey {
  readonly tenant: string;
  readonly space: string;
  readonly key: Uint8Array;
}

/** A set by its number and its address. */
export interface SetPlace extends SetAddress {
  readonly set: number;
}

export type VectorWriterHandlers = {
  /** Seals the vectors of the spaces that have a key here. With `replaces` they take the place of those that are there. */
  writeVectors(vectors: PackedVectors, keys: readonly SpaceKey[], replaces: boolean): void;
  settleVectors(ids: readonly number[]): void;
  dropVectors(tenant: string, space: string, model: string): void;
  dropOtherModels(keep: string): boolean;
  /**
   * Returns a set of which something of an earlier program is to be sealed, or without keys to be moved; `wipe` when all
   * is sealed and what was freed is to be overwritten.
   */
  nextToSeal(hasKeys: boolean): SetPlace | 'wipe' | undefined;
  /** Seals or moves a part of a set. */
  sealSome(set: number, key: VectorKey): void;
  wipeSealed(): void;
  setProgress(partition: number, model: string, offset: number): void;
  restartProgress(partition: number, model: string): void;
};

/** Address of a set of vectors. */
export interface SetAddress {
  readonly tenant: string;
  readonly space: string;
  readonly model: string;
}

/** A set to read, with the key of its space. Without its key a sealed set answers as one that does not exist. */
export interface KeyedSet extends SetAddress {
  readonly key: VectorKey;
}

export interface VectorSearchRequest extends KeyedSet {
  readonly vector: Float32Array;
  readonly limit: number;
  readonly filter?: TextFilter;
}

export interface SimilaritiesRequest extends KeyedSet {
  readonly vector: Float32Array;
  readonly documents: PackedDocuments;
}

export interface TokenMatchRequest extends KeyedSet {
  readonly tokens: TokenMatrix;
  readonly documents: PackedDocuments;
  readonly cuts?: readonly LineCuts[];
}

export interface TokenStatisticsRequest extends SetAddress {
  readonly ids: readonly number[];
}

export type VectorReaderHandlers = {
  searchVectors(request: VectorSearchRequest): PackedHits;
  /** Similarities in the order of the documents; NaN for one without a vector. */
  similarities(request: SimilaritiesRequest): Float64Array;
  tokenMatches(request: TokenMatchRequest): PackedMatches;
  tokenStatistics(request: TokenStatisticsRequest): { documents: number; documentFrequencies: number[] };
  vectorSets(tenant: string, space: string): VectorSet[];
  progress(partition: number, model: string): number;
  owedVectors(partition: number, limit: number): OwedVectors[];
  forget(): void;
};
