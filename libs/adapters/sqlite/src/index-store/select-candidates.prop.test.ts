import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CandidateSelector, inverseFrequency, weighTerms, type SelectionPart } from './select-candidates.ts';

/** Documents of one segment, as counts of two terms. */
const countsOf = fc.array(fc.tuple(fc.nat(3), fc.nat(3)), { minLength: 1, maxLength: 30 });

function partOf(first: number, counts: readonly (readonly [number, number])[]): SelectionPart {
  const narrow = new Uint32Array(counts.length);
  const postings = [0, 1].map((term) => {
    const holding = counts.flatMap((count, document) => (count[term]! > 0 ? [document] : []));
    return { documents: Uint16Array.from(holding), counts: Uint8Array.from(holding, (document) => counts[document]![term]!) };
  });
  const lengths = Uint32Array.from(counts, ([one, two]) => one + two + 1);
  return {
    first,
    postings,
    columns: { times: new Float64Array(counts.length), lengths, sessions: narrow, kinds: narrow, agents: narrow, tasks: narrow },
  };
}

describe('CandidateSelector', () => {
  const selector = new CandidateSelector();

  it('gives the best documents by BM25 over all segments, as sorting all of them would', () => {
    fc.assert(
      fc.property(fc.array(countsOf, { minLength: 1, maxLength: 4 }), fc.integer({ min: 1, max: 20 }), (segments, limit) => {
        const all = segments.flat();
        const weights = [1.5, 0.5];
        const averageLength = all.reduce((sum, [one, two]) => sum + one + two + 1, 0) / all.length;
        let first = 0;
        const parts = segments.map((counts) => {
          const part = partOf(first, counts);
          first += counts.length;
          return part;
        });
        const expected = all
          .map((counts, document) => {
            const norm = 0.9 * (0.1 + (0.9 * (counts[0] + counts[1] + 1)) / averageLength);
            return { document, score: counts.reduce((sum, count, term) => sum + (weights[term]! * 1.9 * count) / (count + norm), 0) };
          })
          .filter(({ score }) => score > 0)
          .sort((left, right) => right.score - left.score);
        const found = selector.select(parts, { weights, averageLength }, limit);
        expect(found).toHaveLength(Math.min(limit, expected.length));
        found.forEach(({ document, score }, at) => {
          expect(score).toBeCloseTo(expected[at]!.score, 4);
          expect(score).toBeCloseTo(expected.find((other) => other.document === document)!.score, 4);
        });
        expect(new Set(found.map(({ document }) => document)).size).toBe(found.length);
      }),
    );
  });

  it('never gives what is not allowed, and fills the limit with what is', () => {
    fc.assert(
      fc.property(countsOf, fc.integer({ min: 1, max: 5 }), (counts, limit) => {
        const part = { ...partOf(100, counts), allows: (document: number) => document % 3 === 0 };
        const found = selector.select([part], { weights: [1, 1], averageLength: 2 }, limit);
        const allowed = counts.filter(([one, two], document) => one + two > 0 && document % 3 === 0).length;
        expect(found.every(({ document }) => (document - 100) % 3 === 0)).toBe(true);
        expect(found).toHaveLength(Math.min(limit, allowed));
      }),
    );
  });

  it('takes the newer of equal documents', () => {
    const part = partOf(
      0,
      Array.from({ length: 9 }, () => [1, 0] as const),
    );
    expect(selector.select([part], { weights: [1, 1], averageLength: 2 }, 3).map(({ document }) => document)).toEqual([8, 7, 6]);
  });
});

describe('weighTerms', () => {
  it('leaves out the commonest terms beyond the budget, never the rarest', () => {
    expect(weighTerms(1_000, [900, 10, 0, 50], 100)).toEqual([0, inverseFrequency(1_000, 10), 0, inverseFrequency(1_000, 50)]);
    expect(weighTerms(1_000, [900], 100)).toEqual([inverseFrequency(1_000, 900)]);
    expect(weighTerms(1_000, [900, 10], 910).every((weight) => weight > 0)).toBe(true);
  });
});
