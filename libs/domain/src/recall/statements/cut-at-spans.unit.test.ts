import { describe, expect, it } from 'vitest';
import { cutAtSpans } from './cut-at-spans.ts';

describe('cutAtSpans', () => {
  it('cuts the lines where spans begin and end, and names the segments of each', () => {
    const text = 'abcdefgh\nijklmno\n';
    expect(cutAtSpans(text, [{ from: 3, to: 6 }])).toEqual({ cuts: [3 / 9, 6 / 9], segments: [[1]] });
    expect(cutAtSpans(text, [{ from: 3, to: 13 }])).toEqual({ cuts: [3 / 9, 1.5], segments: [[1, 2]] });
    expect(
      cutAtSpans(text, [
        { from: 0, to: 9 },
        { from: 9, to: 17 },
      ]),
    ).toEqual({ cuts: [], segments: [[0], [1]] });
  });

  it('has no segment for a span outside of the passage', () => {
    expect(cutAtSpans('abc', [{ from: 3, to: 9 }])).toEqual({ cuts: [], segments: [[]] });
  });
});
