import {
  createTokenMatching,
  joinRuns,
  lineRuns,
  rarityWeights,
  type TokenMatching,
  type TokenMatrix,
} from '@total-recall/domain/for-threads';
import { createMaxDotKernel, KERNEL_STEP } from '../kernels/max-dot-kernel.ts';

/** Length of a unit row in 16 bits. */
export const UNIT = 32_767;

/**
 * Creates the domain's `createTokenMatching` with vector instructions if the machine has them, equal to it within
 * 0.0001. Only one at a time: the next one uses the same memory.
 */
export function createMatching(): (tokens: TokenMatrix, idf: (id: number) => number) => TokenMatching {
  const kernel = createMaxDotKernel();
  return (tokens, idf) => {
    const { ids, vectors } = tokens;
    const rows = ids.length;
    const dimensions = rows === 0 ? 0 : vectors.length / rows;
    if (!kernel || rows === 0 || dimensions % KERNEL_STEP !== 0) return createTokenMatching(tokens, idf);
    kernel.load(unitRows(vectors, dimensions), rows, dimensions);
    const weights = rarityWeights(ids, idf);
    return {
      weights,
      match: ({ vectors: values, scales, lines }) => {
        if (scales.length === 0) return undefined;
        if (values.length !== scales.length * dimensions)
          throw new RangeError(`rows of ${values.length / scales.length} dimensions, the query has ${dimensions}`);
        kernel.open(values, scales, 1 / UNIT);
        return joinRuns(weights, lineRuns(lines), ({ from, to }) => kernel.best(from, to));
      },
    };
  };
}

/** Normalises rows to 16 bits. A row of zeros stays one. */
export function unitRows(vectors: Int8Array, dimensions: number): Int16Array {
  const rows = new Int16Array(vectors.length);
  for (let from = 0; from < vectors.length; from += dimensions) {
    let square = 0;
    for (let at = from; at < from + dimensions; at += 1) square += vectors[at]! ** 2;
    const scale = square > 0 ? UNIT / Math.sqrt(square) : 0;
    for (let at = from; at < from + dimensions; at += 1) rows[at] = Math.round(vectors[at]! * scale);
  }
  return rows;
}
