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

export function packMatches({ weights, matches }: TokenMatches): PackedMatches {
  const lines = Int16Array.from(matches, (match) => match?.lines.length ?? -1);
  const values = new Float32Array(matches.reduce((sum, match) => sum + (match ? match.best.length + match.lines.length : 0), 0));
  let at = 0;
  for (const match of matches) {
    if (!match) continue;
    values.set(match.best, at);
    values.set(match.lines, at + match.best.length);
    at += match.best.length + match.lines.length;
  }
  return { weights, lines, values };
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
