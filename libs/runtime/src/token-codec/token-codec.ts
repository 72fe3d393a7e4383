/** The centroids that the bytes of a product code stand for. */
export interface ProductCode {
  /** Dimensions of each group, even; one byte stands for all of them. */
  readonly groups: readonly number[];
  /** The 256 centroids of each group, group after group. */
  readonly centroids: Int8Array;
}

/** Encodes rows into few bytes and back. Decoded rows have nearly the original direction. */
export interface TokenCodec {
  readonly name: string;
  /** Set for a product code, whose rows can be compared without decoding. */
  readonly product?: ProductCode;
  /** Returns the dimensions of a row in these codes. Throws `RangeError` if they are no whole rows. */
  dimensions(codes: Uint8Array, rows: number): number;
  /** `rows` lie one after the other, each of any length. */
  encode(rows: Float32Array, dimensions: number): Uint8Array;
  /** Decodes into the beginning of both arrays, which must be large enough; see `dimensions`. */
  decode(codes: Uint8Array, rows: number, vectors: Int8Array, scales: Float32Array): void;
}
