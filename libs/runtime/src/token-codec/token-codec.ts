/** Turns rows into few bytes and back. The rows that come back have the direction of the first ones, nearly. */
export interface TokenCodec {
  readonly name: string;
  /** Of a row in these codes; `RangeError` where they are no whole rows. */
  dimensions(codes: Uint8Array, rows: number): number;
  /** `rows` lie one after the other, of any length. */
  encode(rows: Float32Array, dimensions: number): Uint8Array;
  /** Into the beginning of both arrays, which must be large enough; see `dimensions`. */
  decode(codes: Uint8Array, rows: number, vectors: Int8Array, scales: Float32Array): void;
}
