import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { selectPassages, type EvidenceSource } from './select-passages.ts';

const piece = fc.record({ tokens: fc.integer({ min: 1, max: 80 }), weight: fc.double({ min: 0, max: 3, noNaN: true }) });
const source = fc.record({
  kind: fc.constantFrom('tool_result' as const, 'thinking' as const, 'decision' as const),
  score: fc.double({ min: -3, max: 9, noNaN: true }),
  words: fc.array(fc.constantFrom('a', 'b', 'c', 'd', 'e'), { maxLength: 5 }),
  pieces: fc.array(piece, { maxLength: 12 }),
});
const sources = fc.array(source, { minLength: 1, maxLength: 10 }).map((list) =>
  list.map(({ kind, score, words, pieces }, i): EvidenceSource => ({
    eventId: `e${i}`,
    kind,
    score,
    terms: new Set(words),
    overheadTokens: 20,
    pieces: pieces.map(({ tokens, weight }, at) => ({ tokens, weight, fromByte: at * 100, toByte: at * 100 + 100 })),
  })),
);

describe('selectPassages', () => {
  it('stays within the budget, overhead included, and packs whole pieces once, joined where they touch', () => {
    fc.assert(
      fc.property(sources, fc.integer({ min: 0, max: 1_500 }), (list, budgetTokens) => {
        const packed = selectPassages(list, { budgetTokens });
        const touched = new Set(packed.map((range) => range.source));
        const spent = packed.reduce((sum, range) => sum + range.tokens, 0) + touched.size * 20;
        expect(spent).toBeLessThanOrEqual(budgetTokens);
        for (const [i, range] of packed.entries()) {
          const whole = list[range.source]!.pieces.filter((each) => each.fromByte >= range.fromByte && each.toByte <= range.toByte);
          expect(whole.reduce((sum, each) => sum + each.tokens, 0)).toBe(range.tokens);
          const next = packed[i + 1];
          if (next?.source === range.source) expect(next.fromByte).toBeGreaterThan(range.toByte);
        }
        expect(selectPassages(list, { budgetTokens })).toEqual(packed);
      }),
      { numRuns: 300 },
    );
  });

  it('packs everything where everything fits', () => {
    fc.assert(
      fc.property(sources, (list) => {
        const packed = selectPassages(list, { budgetTokens: 100_000 });
        const tokens = list.flatMap((each) => each.pieces).reduce((sum, each) => sum + each.tokens, 0);
        expect(packed.reduce((sum, range) => sum + range.tokens, 0)).toBe(tokens);
      }),
    );
  });

  it('spends the budget on the one that stands out, and spreads it where none does', () => {
    const long = (eventId: string, score: number, term: string): EvidenceSource => ({
      eventId,
      kind: 'tool_result',
      score,
      terms: new Set([term]),
      overheadTokens: 20,
      pieces: Array.from({ length: 50 }, (_, i) => ({ tokens: 20, weight: 1 / (i + 1), fromByte: i * 80, toByte: i * 80 + 80 })),
    });
    const share = (gap: number): number => {
      const packed = selectPassages([long('a', gap, 'x'), long('b', 0, 'y')], { budgetTokens: 600 });
      return packed.filter((range) => range.source === 0).reduce((sum, range) => sum + range.tokens, 0) / 600;
    };
    expect(share(3)).toBeGreaterThan(0.85);
    expect(share(0)).toBeLessThan(0.6);
  });

  it('says the same thing once before it says it twice', () => {
    const short = (eventId: string, score: number, terms: string[]): EvidenceSource => ({
      eventId,
      kind: 'agent_message',
      score,
      terms: new Set(terms),
      overheadTokens: 20,
      pieces: [{ tokens: 40, weight: 1, fromByte: 0, toByte: 100 }],
    });
    const packed = selectPassages([short('a', 2, ['x', 'y']), short('copy', 1.9, ['x', 'y']), short('other', 1.7, ['z'])], {
      budgetTokens: 130,
    });
    expect(packed.map((range) => range.source)).toEqual([0, 2]);
  });
});
