import type { LineCuts, TokenMatrix } from '@total-recall/domain';
import type { TextFilter, VectorSet } from '@total-recall/ports';
import type { PackedDocuments } from '../index-store/packed-documents.ts';
import type { PackedHits } from '../index-store/packed-hits.ts';
import type { PackedMatches } from './packed-matches.ts';

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

export type VectorWriterHandlers = {
  writeVectors(vectors: PackedVectors): void;
  dropVectors(tenant: string, space: string, model: string): void;
  dropOtherModels(keep: string): boolean;
  setProgress(partition: number, model: string, offset: number): void;
  restartProgress(partition: number, model: string): void;
};

/** Address of a set of vectors. */
export interface SetAddress {
  readonly tenant: string;
  readonly space: string;
  readonly model: string;
}

export interface VectorSearchRequest extends SetAddress {
  readonly vector: Float32Array;
  readonly limit: number;
  readonly filter?: TextFilter;
}

export interface SimilaritiesRequest extends SetAddress {
  readonly vector: Float32Array;
  readonly documents: PackedDocuments;
}

export interface TokenMatchRequest extends SetAddress {
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
  forget(): void;
};
