/** The line of rows that belong to none: those of a header. */
export const NO_LINE = 255;

/** Token vectors of a passage as an index keeps them: some rows, each of one line and in a code of few bytes. */
export interface KeptTokens {
  /** Name of a `TokenCodec`. */
  readonly codec: string;
  /** Wordpieces of the passage by the model's vocabulary, each once, rising. */
  readonly ids: Uint32Array;
  /** Of each row the number of its line within the passage, 0..254, or `NO_LINE`. */
  readonly lines: Uint8Array;
  /** Codes of the rows, one after the other. */
  readonly codes: Uint8Array;
}

/** Rows of numbers as they are compared. Row i is `vectors[i * dimensions ...] * scales[i]`, of length 1; all zero where nothing is known of it. */
export interface TokenRows {
  readonly vectors: Int8Array;
  readonly scales: Float32Array;
  /** As in `KeptTokens`. */
  readonly lines: Uint8Array;
}
