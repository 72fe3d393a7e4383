import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { segmentsOfRows } from './cut-rows.ts';
import { NO_LINE } from './kept-tokens.ts';

const lines = fc
  .array(fc.record({ rows: fc.integer({ min: 0, max: 6 }) }), { maxLength: 8 })
  .map((all) => Uint8Array.from(all.flatMap(({ rows }, line) => Array<number>(rows).fill(line))));
const cuts = fc.array(fc.double({ min: 0, max: 9, noNaN: true }), { maxLength: 6 }).map((own) => own.sort((a, b) => a - b));

describe('segmentsOfRows', () => {
  it('keeps lines apart and the order of the text', () => {
    fc.assert(
      fc.property(lines, cuts, (own, cut) => {
        const segments = segmentsOfRows(own, cut);
        expect(segments).toHaveLength(own.length);
        own.forEach((line, row) => {
          if (row === 0) return;
          expect(segments[row]).toBeGreaterThanOrEqual(segments[row - 1]!);
          if (line !== own[row - 1]) expect(segments[row]).toBeGreaterThan(segments[row - 1]!);
        });
        expect(segmentsOfRows(own, [])).toEqual(own);
      }),
    );
  });

  it('cuts a line in proportion to its rows', () => {
    expect([...segmentsOfRows(Uint8Array.of(NO_LINE, 0, 0, 0, 0, 1, 1), [0.5, 1.5])]).toEqual([NO_LINE, 0, 0, 1, 1, 2, 3]);
  });
});
