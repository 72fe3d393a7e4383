import { createDotKernel, DOT_STEP, type DotKernel } from '../kernels/dot-kernel.ts';

/**
 * Approximate scores of rows with an error bound, in a fraction of the time of exact ones. Rows that they rule out need
 * no exact score.
 */
export interface ApproximateScores {
  /** Approximate score of each row in `near`, with an error of at most `off` times the size of the row's scale. */
  readonly near: Float64Array;
  readonly off: number;
}

/** Number of rows passed to the kernel at once. */
const PORTION = 512;
const MOST_16_BITS = 32_767;
const MOST_32_BITS = 2 ** 31 - 1;
/** Largest absolute value of a byte of a row. */
const MOST_BYTE = 128;

/**
 * Scores rows approximately; undefined for a query that the kernel cannot take, or on a machine without vector
 * instructions.
 */
export type ScoreNear = (query: Float32Array) => ((rows: Int8Array, scales: Float32Array) => ApproximateScores) | undefined;

export function createApproximateScorer(): ScoreNear {
  let kernel: DotKernel | false | undefined;
  return (query) => {
    const dimensions = query.length;
    const largest = query.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    if (dimensions % DOT_STEP !== 0 || !(largest > 0)) return undefined;
    kernel ??= createDotKernel() ?? false;
    if (!kernel) return undefined;
    const own = kernel;
    const factor = Math.min(MOST_16_BITS, Math.floor(MOST_32_BITS / (MOST_BYTE * dimensions))) / largest;
    own.load(Int16Array.from(query, (value) => Math.round(value * factor)));
    // Each number of the query is off by at most half a step in float precision, and a row has no larger bytes than
    // these.
    const off = (0.5001 / factor) * MOST_BYTE * dimensions;
    return (rows, scales) => {
      const near = new Float64Array(scales.length);
      const portion = new Int8Array(PORTION * dimensions);
      for (let from = 0; from < scales.length; from += PORTION) {
        const count = Math.min(PORTION, scales.length - from);
        const taken = rows.subarray(from * dimensions, (from + count) * dimensions);
        const isWhole = count % 4 === 0;
        if (!isWhole) portion.fill(0).set(taken);
        const products = own.products(isWhole ? taken : portion.subarray(0, Math.ceil(count / 4) * 4 * dimensions));
        for (let at = 0; at < count; at += 1) near[from + at] = (scales[from + at]! * products[at]!) / factor;
      }
      return { near, off };
    };
  };
}
