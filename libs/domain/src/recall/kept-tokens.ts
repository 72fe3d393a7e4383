/** Line number of rows that belong to no line, such as those of a header. */
export const NO_LINE = 255;

/** Token vectors of a passage as an index stores them: selected rows, each of one line, in a code of few bytes. */
export interface KeptTokens {
  /** Name of a `TokenCodec`. */
  readonly codec: string;
  /** Wordpieces of the passage by their vocabulary ids, without repeats, ascending. */
  readonly ids: Uint32Array;
  /** Line number of each row within the passage, 0..254, or `NO_LINE`. */
  readonly lines: Uint8Array;
  /** Codes of the rows, one after the other. */
  readonly codes: Uint8Array;
}

/**
 * Decoded rows for comparison. Row i is `vectors[i * dimensions ...] * scales[i]`, of length 1; all zero where unknown.
 */
export interface TokenRows {
  readonly vectors: Int8Array;
  readonly scales: Float32Array;
  /** Same as in `KeptTokens`. */
  readonly lines: Uint8Array;
}
