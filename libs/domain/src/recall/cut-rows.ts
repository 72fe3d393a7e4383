import { NO_LINE } from './kept-tokens.ts';

/**
 * Places where the lines of a passage are cut further, ascending: 2.25 is a quarter into its third line. Rows stand as
 * dense in every part of a line, as nothing says which character each is of.
 */
export type LineCuts = readonly number[];

/**
 * Numbers rows by the segments that lines and cuts make, in the order of the text: line 0 up to its first cut is segment
 * 0. Without cuts these are the lines themselves. The last number stands for all segments beyond it.
 */
export function segmentsOfRows(lines: Uint8Array, cuts: LineCuts): Uint8Array {
  if (cuts.length === 0) return lines;
  const segments = new Uint8Array(lines.length);
  for (let from = 0; from < lines.length;) {
    const line = lines[from]!;
    let to = from + 1;
    while (to < lines.length && lines[to] === line) to += 1;
    for (let row = from; row < to; row += 1)
      segments[row] = line === NO_LINE ? NO_LINE : segmentAt(line, (row - from + 0.5) / (to - from), cuts);
    from = to;
  }
  return segments;
}

/** Returns the segment at a share of a line. */
export function segmentAt(line: number, share: number, cuts: LineCuts): number {
  const place = line + share;
  let before = 0;
  while (before < cuts.length && cuts[before]! <= place) before += 1;
  return Math.min(line + before, NO_LINE - 1);
}
