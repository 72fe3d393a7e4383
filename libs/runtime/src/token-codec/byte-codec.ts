import { quantiseRows } from '@total-recall/domain/for-threads';
import type { TokenCodec } from './token-codec.ts';

/**
 * A codec of one byte per dimension, for models without a learned code. It loses next to nothing, but takes four times
 * the bytes of a learned code.
 */
export const BYTE_CODEC: TokenCodec = {
  name: 'int8',
  dimensions: (codes, rows) => {
    const dimensions = rows === 0 ? 0 : codes.length / rows;
    if (!Number.isInteger(dimensions) || rows > 0 !== dimensions > 0)
      throw new RangeError(`${codes.length} bytes are no ${rows} rows of the same dimensions.`);
    return dimensions;
  },
  encode: (rows, dimensions) => new Uint8Array(quantiseRows(rows, dimensions).vectors.buffer),
  decode: (codes, rows, vectors, scales) => {
    vectors.set(codes);
    const dimensions = rows === 0 ? 0 : codes.length / rows;
    for (let row = 0; row < rows; row += 1) scales[row] = unitScale(vectors, row * dimensions, dimensions);
  },
};

/** Returns the factor that scales a row to length 1; 0 for a row of zeros. */
function unitScale(vectors: Int8Array, from: number, dimensions: number): number {
  let square = 0;
  for (let at = from; at < from + dimensions; at += 1) square += vectors[at]! ** 2;
  return square > 0 ? 1 / Math.sqrt(square) : 0;
}
