/** A learned matrix that takes a model's token vectors to fewer numbers: a row of int8 for each, in base64. */
export interface TokenProjection {
  readonly dimensions: number;
  /** Of the bytes. */
  readonly sha256: string;
  readonly base64: string;
}
