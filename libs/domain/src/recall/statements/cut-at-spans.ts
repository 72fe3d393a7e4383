import { segmentAt, type LineCuts } from '../cut-rows.ts';
import { splitLines } from '../passages/split-lines.ts';
import type { SentenceSpan } from './stating-sentences.ts';

/** Cuts of a passage's lines, and the segments of each span. */
export interface CutSpans {
  readonly cuts: LineCuts;
  /** Segments that lie in each span; none for one outside of the passage. */
  readonly segments: readonly (readonly number[])[];
}

/** Cuts the lines of a passage where spans begin and end. */
export function cutAtSpans(passage: string, spans: readonly SentenceSpan[]): CutSpans {
  const lines = splitLines(passage);
  const placeOf = (char: number): number => {
    const line = lines.findIndex(({ toChar }) => char < toChar);
    if (line === -1) return lines.length;
    const { fromChar, toChar } = lines[line]!;
    return line + (char - fromChar) / (toChar - fromChar);
  };
  const within = spans.map(({ from, to }) => ({ from: placeOf(Math.max(0, from)), to: placeOf(Math.min(passage.length, to)) }));
  const cuts = [...new Set(within.flatMap(({ from, to }) => [from, to]))].filter((place) => !Number.isInteger(place)).sort((a, b) => a - b);
  const segments = within.map(({ from, to }) => {
    const own: number[] = [];
    for (const place of [...cuts, ...lines.keys()])
      if (place >= from && place < to) own.push(segmentAt(Math.floor(place), place % 1, cuts));
    return own;
  });
  return { cuts, segments };
}
