/** The centroids that the bytes of a product code stand for. */
export interface ProductCode {
  /** Dimensions of each group, even; one byte stands for all of them. */
  readonly groups: readonly number[];
  /** Group after group its 256 centroids. */
  readonly centroids: Int8Array;
}

/** Turns rows into few bytes and back. The rows that come back have the direction of the first ones, nearly. */
export interface TokenCodec {
  readonly name: string;
  /** Set where a row is a byte for each group of a product code, so that rows may be compared without decoding them. */
  readonly product?: ProductCode;
  /** Of a row in these codes; `RangeError` where they are no whole rows. */
  dimensions(codes: Uint8Array, rows: number): number;
  /** `rows` lie one after the other, of any length. */
  encode(rows: Float32Array, dimensions: number): Uint8Array;
  /** Into the beginning of both arrays, which must be large enough; see `dimensions`. */
  decode(codes: Uint8Array, rows: number, vectors: Int8Array, scales: Float32Array): void;
}
