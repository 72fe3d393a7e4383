/** Learned matrix that reduces a model's token vectors: one row of int8 per output, in base64. */
export interface TokenProjection {
  readonly dimensions: number;
  /** Hash of the decoded bytes. */
  readonly sha256: string;
  readonly base64: string;
}
