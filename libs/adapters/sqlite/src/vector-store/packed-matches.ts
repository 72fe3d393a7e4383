import type { TokenMatch } from '@total-recall/domain';
import type { TokenMatches } from '@total-recall/ports';

/** Matches in a message between threads, in a few buffers. */
export interface PackedMatches {
  readonly weights: Float32Array;
  /** Number of lines of each passage; -1 for one without token vectors. */
  readonly lines: Int16Array;
  /** Values of each passage that has any: the best of every query row, then its lines. */
  readonly values: Float32Array;
}

/** Unpacks matches as views of the buffers. */
export function unpackMatches({ weights, lines, values }: PackedMatches): TokenMatches {
  const rows = weights.length;
  let at = 0;
  const matches = Array.from(lines, (count): TokenMatch | undefined => {
    if (count < 0) return undefined;
    const from = at;
    at += rows + count;
    return { best: values.subarray(from, from + rows), lines: values.subarray(from + rows, at) };
  });
  return { weights, matches };
}
