import { createLateInteraction, type TokenMatrix } from '@total-recall/domain';
import { createMaxDotKernel, KERNEL_STEP } from './max-dot-kernel.ts';

/** A unit row in 16 bits. */
const UNIT = 32_767;

/**
 * `createLateInteraction` of the domain, by vector instructions where the machine has them; the same within 0.0001. One at a time: the
 * next scorer uses the same memory.
 */
export function createTokenScoring(): (tokens: TokenMatrix, idf: (id: number) => number) => (document: TokenMatrix) => number {
  const kernel = createMaxDotKernel();
  return (tokens, idf) => {
    const { ids, vectors } = tokens;
    const rows = ids.length;
    const dimensions = rows === 0 ? 0 : vectors.length / rows;
    if (!kernel || rows === 0 || dimensions % KERNEL_STEP !== 0) return createLateInteraction(tokens, idf);
    kernel.load(unitRows(vectors, dimensions), rows, dimensions);
    const weights = Float64Array.from(ids, idf);
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    return ({ vectors: values, scales }) => {
      if (scales.length === 0 || !(total > 0)) return 0;
      if (values.length !== scales.length * dimensions)
        throw new RangeError(`rows of ${values.length / scales.length} dimensions, the query has ${dimensions}`);
      const best = kernel.best(values, scales, 1 / UNIT);
      let sum = 0;
      for (let row = 0; row < rows; row += 1) sum += weights[row]! * best[row]!;
      return sum / total;
    };
  };
}

/** Rows of length 1 in 16 bits; a row of zeros stays one. */
function unitRows(vectors: Int8Array, dimensions: number): Int16Array {
  const rows = new Int16Array(vectors.length);
  for (let from = 0; from < vectors.length; from += dimensions) {
    let square = 0;
    for (let at = from; at < from + dimensions; at += 1) square += vectors[at]! ** 2;
    const scale = square > 0 ? UNIT / Math.sqrt(square) : 0;
    for (let at = from; at < from + dimensions; at += 1) rows[at] = Math.round(vectors[at]! * scale);
  }
  return rows;
}
