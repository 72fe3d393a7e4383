import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NO_LINE } from './kept-tokens.ts';
import { createLateInteraction, type TokenMatrix } from './late-interaction.ts';
import { quantiseRows } from './quantise-vector.ts';
import { createTokenMatching } from './token-match.ts';

const DIMENSIONS = 5;

const matrix = fc
  .array(fc.tuple(fc.array(fc.double({ min: -1, max: 1, noNaN: true }), { minLength: DIMENSIONS, maxLength: DIMENSIONS }), fc.nat(9)), {
    maxLength: 9,
  })
  .map((rows): TokenMatrix => ({
    ids: Uint32Array.from(rows, ([, id]) => id),
    ...quantiseRows(Float32Array.from(rows.flatMap(([values]) => values)), DIMENSIONS),
  }));
const withLines = fc
  .tuple(matrix, fc.array(fc.constantFrom(0, 1, 2, 5, NO_LINE), { minLength: 9, maxLength: 9 }))
  .map(([tokens, lines]) => ({ ...tokens, lines: Uint8Array.from(lines.slice(0, tokens.ids.length)) }));
const idf = (id: number): number => 0.5 + id;

it('is late interaction undone into its words, and into the lines of the passage', () => {
  fc.assert(
    fc.property(matrix, withLines, (query, passage) => {
      const { weights, match } = createTokenMatching(query, idf);
      const whole = match(passage);
      expect(whole === undefined).toBe(passage.ids.length === 0);
      if (!whole || query.ids.length === 0) return;
      expect(weights.reduce((sum, weight) => sum + weight, 0)).toBeCloseTo(1, 5);
      const scored = weights.reduce((sum, weight, row) => sum + weight * whole.best[row]!, 0);
      expect(scored).toBeCloseTo(createLateInteraction(query, idf)(passage), 4);
      const score = createLateInteraction(query, idf);
      whole.lines.forEach((value, line) => {
        const own = rowsOfLine(passage, line);
        expect(value).toBeCloseTo(own.ids.length === 0 ? -1 : score(own), 4);
      });
      const last = Math.max(-1, ...passage.lines.filter((line) => line !== NO_LINE));
      expect(whole.lines).toHaveLength(last + 1);
    }),
  );
});

function rowsOfLine({ ids, vectors, scales, lines }: TokenMatrix & { readonly lines: Uint8Array }, line: number): TokenMatrix {
  const rows = Array.from(ids.keys()).filter((row) => lines[row] === line);
  return {
    ids: Uint32Array.from(rows, (row) => ids[row]!),
    scales: Float32Array.from(rows, (row) => scales[row]!),
    vectors: Int8Array.from(rows.flatMap((row) => [...vectors.subarray(row * DIMENSIONS, (row + 1) * DIMENSIONS)])),
  };
}
