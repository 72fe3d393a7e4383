import type { KeptTokens } from '@total-recall/domain';

/**
 * Texts to vectors of meaning, from one model. Similar texts have a high cosine, which is the dot product as every vector has length 1.
 *
 * - Answers are in the order of the inputs. Batching, threads and the order of work are the adapter's business; queries go before
 *   documents that wait.
 * - A text's vector depends on the text, what stands before it, its kind and the model alone, never on the texts asked with it.
 * - The queue is bounded: a call that does not fit is refused whole with `unavailable` and a `retryAfterMs`. The caller backs off; the
 *   adapter retries only what is its own trouble (a crashed thread, a server's 5xx).
 * - Any string is accepted, the empty one and lone surrogates included. What is longer than the model reads is cut at its end and
 *   `truncated` says so: chunking is the caller's.
 * - Errors: `unavailable` (full, or the model cannot be reached), `invalid_request` (more inputs in one call than could ever fit),
 *   `closed`. A call succeeds or fails as a whole.
 * - `close` refuses new calls with `closed`, finishes what was accepted, then lets go of threads and connections. Twice is harmless.
 */
export interface Embedder {
  /** Names the model with its revision or hash: vectors of different ids must never be compared. */
  readonly model: string;
  readonly dimensions: number;
  /** Of one token vector; 0 where the model gives none. */
  readonly tokenDimensions: number;
  embed(inputs: readonly EmbeddingInput[], options?: EmbedOptions): Promise<Embedding[]>;
  close(): Promise<void>;
}

export interface EmbeddingInput {
  readonly text: string;
  /** Some models read a question otherwise than what may answer it. */
  readonly kind: 'query' | 'document';
  /**
   * What was said just before: read with the text, so that its words mean what they mean there, but no part of its vectors. Of a long one
   * the end counts; a model that gives one vector for all it reads leaves it out.
   */
  readonly before?: string;
  /**
   * Of a document, where its lines begin, in UTF-16 units, rising: what stands before the first is read as its header, and belongs to no line. One line
   * from the beginning where absent.
   */
  readonly lineStarts?: readonly number[];
}

export interface EmbedOptions {
  /** Token vectors too, for late interaction; from the same pass. Off by default; ignored where `tokenDimensions` is 0. */
  readonly tokens?: boolean;
}

export interface Embedding {
  /** `dimensions` numbers of length 1 (L2). */
  readonly vector: Float32Array;
  /** Of a query. */
  readonly tokens?: TokenVectors;
  /** Of a document: its token vectors as an index keeps them. Absent for one of which nothing was read. */
  readonly kept?: KeptTokens;
  /** The model read only the beginning of the text. */
  readonly truncated: boolean;
}

/** One row a token of a query, in its order; markers and prefixes that only the model needs have none. An empty text has no rows. */
export interface TokenVectors {
  /** The model's vocabulary ids. */
  readonly ids: Uint32Array;
  /** Row by row, `ids.length * tokenDimensions`. */
  readonly vectors: Int8Array;
  /** One a row: number = int8 * scale, and a row of these numbers has length 1. */
  readonly scales: Float32Array;
}

/** The embedder of a process as far as it is there: its model may come later than the first question, or never. */
export interface EmbedderSource {
  /** Absent until the model is there. The same object from then on. */
  current(): Embedder | undefined;
  /** Resolves as soon as it is there; rejects with the signal's reason where that fires first. */
  whenReady(signal: AbortSignal): Promise<Embedder>;
  /** Whether it is known that there is none for now, as the last attempt to get it failed; it is tried again. */
  failing(): boolean;
}
