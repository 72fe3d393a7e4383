import type { TokenMatch } from '@total-recall/domain';
import type { TokenMatches } from '@total-recall/ports';

/** Matches on their way between threads, in a few buffers. */
export interface PackedMatches {
  readonly weights: Float32Array;
  /** Lines of each passage; -1 for one without token vectors. */
  readonly lines: Int16Array;
  /** Of each passage that has any: the best of every query row, then its lines. */
  readonly values: Float32Array;
}

/** Views of what was packed. */
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
