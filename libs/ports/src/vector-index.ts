import type { KeptTokens, QuantisedVector, TokenMatch, TokenMatrix } from '@total-recall/domain';
import type { DocumentId, DocumentPlace } from './document-place.ts';
import type { TextFilter } from './text-filter.ts';

/** Bounds of vectors and of what one call may ask; above them `invalid_request`. */
export const VECTOR_LIMITS = {
  dimensions: 4_096,
  tokens: 1_024,
  batch: 4_096,
  hits: 1_000,
  documents: 65_536,
  tokenDocuments: 1_000,
  tokenIds: 1_024,
  modelChars: 256,
} as const;

/** The vectors of one document of the index. */
export interface DocumentVector {
  readonly tenant: string;
  readonly space: string;
  readonly eventId: string;
  /** As in `TextDocument`. */
  readonly part: number;
  /** Of unit length before it was quantised. */
  readonly vector: QuantisedVector;
  /** For late interaction; at most 1,024 rows, of fewer dimensions than the vector as a rule. */
  readonly tokens?: KeptTokens;
}

export interface VectorQuery {
  readonly tenant: string;
  readonly space: string;
  readonly model: string;
  /** Of unit length and of the set's dimensions. */
  readonly vector: Float32Array;
  /** Candidates wanted, 1..1000. */
  readonly limit: number;
  readonly filter?: TextFilter;
}

/** A document by its vector. */
export interface VectorHit extends DocumentPlace {
  /** Inner product of the query and the stored vector, so the cosine within the error of a byte a dimension. */
  readonly similarity: number;
}

/** How passages answer a query, word by word. */
export interface TokenMatches {
  /** Of each row of the query how rare its wordpiece is in the set (idf), the sum of all being 1; zeros where nothing tells. */
  readonly weights: Float32Array;
  /** In the order asked, `undefined` for what has no token vectors. */
  readonly matches: readonly (TokenMatch | undefined)[];
}

/** What a space holds of one model. */
export interface VectorSet {
  readonly model: string;
  readonly dimensions: number;
  /** Documents that have a vector, those replaced since not counted. */
  readonly documents: number;
  /** Absent until a document with token vectors came. */
  readonly tokenDimensions?: number;
  readonly tokenDocuments: number;
}

/**
 * Vectors of the documents of a `MemoryIndex`, kept and erased with them.
 *
 * - A set is all vectors of one model in one space; its dimensions are those of the first vector, other ones are `invalid_request`.
 *   Every read names its model: vectors of two models never mix, and a new model starts a new set beside the old one, which
 *   answers until `dropVectors`. A set that does not exist finds nothing.
 * - The embedder writes after the documents themselves. A vector of a document that the space does not hold is ignored; so is a second
 *   one of the same document and model, which makes a repeat a success. A newer version of an event loses the vectors of the older.
 * - `writeVectors` is taken whole or not at all, and is durable when it returns. A vector is found once its document is (`refresh`).
 * - `searchVectors` checks filters before it cuts, as text search does. It is exact in a small set; in a large one it may miss a few of
 *   the best (an adapter says from which size on, and how many).
 * - The mark `embedded` is written by `setMarks` after what it promises. How far a model has come is `progress`, for a model that
 *   comes later must go through the log again while the mark, which never goes back, stays.
 */
export interface VectorIndex {
  writeVectors(partition: number, model: string, vectors: readonly DocumentVector[]): Promise<void>;
  /** The most similar documents, best first. */
  searchVectors(query: VectorQuery): Promise<VectorHit[]>;
  /**
   * Similarity of each of these documents, for candidates of text search, neighbours, and to learn what has a vector; in the order asked, `undefined`
   * for what has none. At most 65,536.
   */
  similarities(query: {
    tenant: string;
    space: string;
    model: string;
    vector: Float32Array;
    documents: readonly DocumentId[];
  }): Promise<(number | undefined)[]>;
  /**
   * What each word of the query finds in each of these passages, and what each of their lines says by itself (`createTokenMatching`).
   * At most 1,000 documents and 1,024 query rows, of the dimensions of the set's token vectors; cosines within what the stored form of token vectors loses.
   */
  tokenMatches(query: {
    tenant: string;
    space: string;
    model: string;
    tokens: TokenMatrix;
    documents: readonly DocumentId[];
  }): Promise<TokenMatches>;
  /** Of the documents with token vectors, how many there are and how many hold each of these wordpieces, in order. At most 1,024. */
  tokenStatistics(query: {
    tenant: string;
    space: string;
    model: string;
    ids: readonly number[];
  }): Promise<{ readonly documents: number; readonly documentFrequencies: readonly number[] }>;
  /** The sets of a space, the newest last. */
  vectorSets(tenant: string, space: string): Promise<VectorSet[]>;
  /** Erases the set of a model in a space. */
  dropVectors(tenant: string, space: string, model: string): Promise<void>;
  /**
   * Erases some of what other models left, their progress first: for when this one has reached all that they had. A call takes a bounded
   * part and answers whether there may be more; a model that comes back in between starts anew.
   */
  dropOtherModels(keep: string): Promise<boolean>;
  /** Offset up to which every document of the partition was given to this model; -1 at the start. */
  progress(partition: number, model: string): Promise<number>;
  /** After what it promises; never goes back. */
  setProgress(partition: number, model: string, offset: number): Promise<void>;
  /** Forgets how far a model has come, so that its embedder goes through the partition again and makes the vectors that are missing. */
  restartProgress(partition: number, model: string): Promise<void>;
}
