import type { KeptTokens, LineCuts, QuantisedVector, TokenMatch, TokenMatrix } from '@total-recall/domain';
import type { DocumentId, DocumentPlace } from './document-place.ts';
import type { TextFilter } from './text-filter.ts';

/** Bounds of vectors and of one call; above them `invalid_request`. */
export const VECTOR_LIMITS = {
  dimensions: 4_096,
  tokens: 1_024,
  batch: 4_096,
  hits: 1_000,
  documents: 65_536,
  tokenDocuments: 1_000,
  tokenIds: 1_024,
  owed: 10_000,
  modelChars: 256,
} as const;

/** The vectors of one document of the index. */
export interface DocumentVector {
  readonly tenant: string;
  readonly space: string;
  readonly eventId: string;
  /** Same as in `TextDocument`. */
  readonly part: number;
  /** Had length 1 before quantisation. */
  readonly vector: QuantisedVector;
  /** Token vectors for late interaction: at most 1,024 rows, usually of fewer dimensions than `vector`. */
  readonly tokens?: KeptTokens;
}

export interface VectorQuery {
  readonly tenant: string;
  readonly space: string;
  readonly model: string;
  /** Has length 1 and the dimensions of the set. */
  readonly vector: Float32Array;
  /** Candidates wanted, 1..1000. */
  readonly limit: number;
  readonly filter?: TextFilter;
}

/** A document found by its vector. */
export interface VectorHit extends DocumentPlace {
  /**
   * Inner product of the query and the stored vector: the cosine, within the error of quantising to a byte per
   * dimension.
   */
  readonly similarity: number;
}

/** Word-by-word matches of passages against a query. */
export interface TokenMatches {
  /**
   * Weight of each query row: the inverse document frequency of its wordpiece in the set. They sum to 1, or are all
   * zero where there are no statistics.
   */
  readonly weights: Float32Array;
  /** Matches in the order asked, `undefined` for documents without token vectors. */
  readonly matches: readonly (TokenMatch | undefined)[];
}

/** An event that was put anew at its version, and whose vectors are therefore to be made again. */
export interface OwedVectors {
  /** Names the entry of the list. An event that is put anew once more has an entry of another name. */
  readonly id: string;
  readonly tenant: string;
  readonly space: string;
  readonly eventId: string;
}

/** The vectors of one model in a space. */
export interface VectorSet {
  readonly model: string;
  readonly dimensions: number;
  /** Documents with a vector, not counting those replaced since. */
  readonly documents: number;
  /** Absent until the first document with token vectors is written. */
  readonly tokenDimensions?: number;
  readonly tokenDocuments: number;
}

/**
 * Vectors of the documents of a `MemoryIndex`, kept and erased with them.
 *
 * - A set is all vectors of one model in one space. The first vector fixes its dimensions; others are
 *   `invalid_request`. Every read names its model, so vectors of two models never mix. A new model starts a new set
 *   beside the old one, which answers until `dropVectors`. A set that does not exist finds nothing.
 * - The embedder writes after the documents themselves. A vector of a document that the space does not hold is ignored.
 *   So is a second one for the same document and model, so a repeat succeeds. A newer version of an event loses the
 *   vectors of the older.
 * - `writeVectors` is taken whole or not at all, and is durable when it resolves. A vector is found once its document
 *   is (`refresh`). With `replaces`, vectors take the place of those that the documents have.
 * - `IndexErasure.rewrite` removes the vectors of an event and lists it in `owedVectors`, if it has documents, until
 *   `settleVectors`. Who makes vectors makes these again with `replaces`: another batch may have read what is erased by
 *   now, and have written after the removal. What that batch writes after the replacement is a second vector and ignored.
 * - `searchVectors` applies filters before it limits the hits, as text search does. It is exact in a small set; in a
 *   large one it may miss a few of the best (an adapter says from which size on, and how many).
 * - The mark `embedded` is written by `advanceMarks` after what it promises and never moves back. Each model has its own
 *   `progress`, because a later model must go through the log again.
 */
export interface VectorIndex {
  writeVectors(
    partition: number,
    model: string,
    vectors: readonly DocumentVector[],
    options?: { readonly replaces?: boolean },
  ): Promise<void>;
  /** Returns events of a partition whose vectors are to be made again, at most `limit` (1..10,000), in no order. */
  owedVectors(partition: number, limit: number): Promise<OwedVectors[]>;
  /** Takes these entries off the list, once the vectors are durable. Ignores those that are gone. */
  settleVectors(partition: number, owed: readonly OwedVectors[]): Promise<void>;
  /** Returns the most similar documents, best first. */
  searchVectors(query: VectorQuery): Promise<VectorHit[]>;
  /**
   * Returns the similarity of each document, for candidates of text search and for neighbours, and to learn which
   * documents have a vector. Keeps the order asked, `undefined` for documents without one. At most 65,536.
   */
  similarities(query: {
    tenant: string;
    space: string;
    model: string;
    vector: Float32Array;
    documents: readonly DocumentId[];
  }): Promise<(number | undefined)[]>;
  /**
   * Scores each query word against each passage, and each line of a passage by itself (`createTokenMatching`); with
   * `cuts`, which go with the documents, each segment that they make of its lines (`segmentsOfRows`). At most 1,000
   * documents and 1,024 query rows with the dimensions of the set's token vectors. Cosines are exact to within the loss
   * of the stored form.
   */
  tokenMatches(query: {
    tenant: string;
    space: string;
    model: string;
    tokens: TokenMatrix;
    documents: readonly DocumentId[];
    cuts?: readonly LineCuts[];
  }): Promise<TokenMatches>;
  /** Counts the documents with token vectors, and those that hold each of these wordpieces, in order. At most 1,024. */
  tokenStatistics(query: {
    tenant: string;
    space: string;
    model: string;
    ids: readonly number[];
  }): Promise<{ readonly documents: number; readonly documentFrequencies: readonly number[] }>;
  /** Returns the sets of a space, newest last. */
  vectorSets(tenant: string, space: string): Promise<VectorSet[]>;
  /** Erases the set of a model in a space. */
  dropVectors(tenant: string, space: string, model: string): Promise<void>;
  /**
   * Erases a part of the vectors that other models left, their progress first; call it once this model has caught up
   * with them. Returns true while there may be more. An adapter does here, too, a part at a time, what its earlier
   * programs left to do: token vectors in a former place, vectors in the clear. A model that returns in between starts
   * anew. Where several
   * processes make vectors, those of a model that came later stay: a model comes with its first progress.
   */
  dropOtherModels(keep: string): Promise<boolean>;
  /** Returns the offset up to which every document of the partition was embedded by this model; -1 at the start. */
  progress(partition: number, model: string): Promise<number>;
  /**
   * Sets the progress after the vectors it promises are written; -1 announces a model, before its first vector. Never
   * moves back.
   */
  setProgress(partition: number, model: string, offset: number): Promise<void>;
  /** Resets a model's progress, so that its embedder goes through the partition again and makes missing vectors. */
  restartProgress(partition: number, model: string): Promise<void>;
}
