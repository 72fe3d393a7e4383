import type { KeptTokens } from '@total-recall/domain';

/**
 * Turns texts into vectors of meaning with one model. Similar texts have a high cosine, which equals the dot product
 * because every vector has length 1.
 *
 * - Answers keep the order of the inputs. The adapter decides about batching, threads and order of work; queries go
 *   before waiting documents.
 * - A vector depends only on the text, its preceding context, its kind and the model, never on the other texts of the
 *   call.
 * - The queue is bounded: a call that does not fit is refused whole with `unavailable` and a `retryAfterMs`. The caller
 *   backs off; the adapter retries only its own failures (a crashed thread, a server's 5xx).
 * - Any string is accepted, including the empty string and lone surrogates. Text beyond what the model reads is cut off
 *   and `truncated` is set: chunking is up to the caller.
 * - Errors: `unavailable` (queue full, or model unreachable), `invalid_request` (more inputs in one call than could
 *   ever fit), `closed`. A call succeeds or fails as a whole.
 * - `close` refuses new calls with `closed`, finishes accepted ones, then releases threads and connections. It may be
 *   called twice.
 */
export interface Embedder {
  /** Names the model with its revision or hash: vectors of different ids must never be compared. */
  readonly model: string;
  readonly dimensions: number;
  /** Dimensions of one token vector; 0 where the model gives none. */
  readonly tokenDimensions: number;
  embed(inputs: readonly EmbeddingInput[], options?: EmbedOptions): Promise<Embedding[]>;
  close(): Promise<void>;
}

export interface EmbeddingInput {
  readonly text: string;
  /** Some models encode a question differently from a document. */
  readonly kind: 'query' | 'document';
  /**
   * Text said just before. The model reads it as context, so that words get the meaning they have there, but it adds
   * nothing to the vectors. Only the end of a long one counts; models with a single pooled vector ignore it.
   */
  readonly before?: string;
  /**
   * Offsets at which the lines of a document begin, in UTF-16 units, ascending. Text before the first is read as a
   * header and belongs to no line. Where absent, the document is one line.
   */
  readonly lineStarts?: readonly number[];
}

export interface EmbedOptions {
  /**
   * Also returns token vectors, for late interaction, from the same pass. Off by default; ignored where
   * `tokenDimensions` is 0.
   */
  readonly tokens?: boolean;
}

export interface Embedding {
  /** `dimensions` numbers of length 1 (L2). */
  readonly vector: Float32Array;
  /** Present for a query. */
  readonly tokens?: TokenVectors;
  /** Token vectors of a document in the form an index stores. Absent where nothing of the document was read. */
  readonly kept?: KeptTokens;
  /** The model read only the beginning of the text. */
  readonly truncated: boolean;
}

/**
 * One row per token of a query, in its order. Markers and prefixes that only the model needs have no row; an empty text
 * has none.
 */
export interface TokenVectors {
  /** The model's vocabulary ids. */
  readonly ids: Uint32Array;
  /** Row by row, `ids.length * tokenDimensions`. */
  readonly vectors: Int8Array;
  /** Scale of each row: number = int8 * scale, and a row of these numbers has length 1. */
  readonly scales: Float32Array;
}

/** The embedder of a process, whose model may arrive after the first question, or never. */
export interface EmbedderSource {
  /** Returns undefined until the model has arrived, and the same object from then on. */
  current(): Embedder | undefined;
  /** Resolves as soon as the model has arrived. Rejects with the signal's reason if that fires first. */
  whenReady(signal: AbortSignal): Promise<Embedder>;
  /** Returns true when the last attempt to get the model failed. It will be tried again. */
  failing(): boolean;
}
