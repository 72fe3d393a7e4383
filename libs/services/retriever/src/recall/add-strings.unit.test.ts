import { describe, expect, it } from 'vitest';
import type { Evidence } from '@total-recall/domain';
import { addStrings, reserveForStrings } from './add-strings.ts';
import type { LoadedSource } from './load-sources.ts';

function source(eventId: string, score: number, pieceTokens: number, strings: readonly string[]): LoadedSource {
  return {
    opened: { envelope: { id: eventId } } as LoadedSource['opened'],
    totalBytes: 10_000,
    pieces: [],
    strings: strings.map((text, at) => ({ text, at, weight: 1 })),
    source: {
      eventId,
      kind: 'tool_result',
      score,
      terms: new Set(),
      overheadTokens: 50,
      pieces: [{ fromByte: 0, toByte: 10, tokens: pieceTokens, weight: 1 }],
    },
  };
}
const shown = (eventId: string, text: string) => ({ eventId, text }) as Evidence;

describe('exact strings beside passages', () => {
  it('are listed for a long event, without those that are shown, in the order of the text', () => {
    const sources = [source('a', 3, 5_000, ['b.ts:2', 'a.ts:1', 'c.ts:3'])];
    const [piece] = addStrings(sources, [shown('a', 'see a.ts:1')], { budgetTokens: 1_000, reservedTokens: 100 });
    expect(piece!.alsoHolds).toEqual(['b.ts:2', 'c.ts:3']);
  });

  it('take no room where the best events fit', () => {
    expect(reserveForStrings([source('a', 3, 200, ['a.ts:1'])], 1_000)).toBe(0);
    expect(reserveForStrings([source('a', 3, 5_000, ['a.ts:1'])], 1_000)).toBeGreaterThan(0);
  });

  it('stay inside what was reserved', () => {
    const many = Array.from({ length: 500 }, (_, at) => `src/module_${at}.ts:${at}`);
    const [piece] = addStrings([source('a', 3, 50_000, many)], [shown('a', '')], { budgetTokens: 1_000, reservedTokens: 120 });
    expect(piece!.alsoHolds!.length).toBeGreaterThan(3);
    expect(piece!.alsoHolds!.join(' ').length).toBeLessThan(120 * 2.4);
  });

  it('are said once for two runs of one command', () => {
    const sources = [source('a', 3, 5_000, ['a.ts:1', 'b.ts:2']), source('b', 2.9, 5_000, ['a.ts:1', 'b.ts:2', 'c.ts:3'])];
    const pieces = addStrings(sources, [shown('a', ''), shown('b', '')], { budgetTokens: 1_000, reservedTokens: 200 });
    expect(pieces.map((piece) => piece.alsoHolds)).toEqual([['a.ts:1', 'b.ts:2'], ['c.ts:3']]);
  });

  it('leave far weaker events alone', () => {
    const pieces = addStrings([source('a', 3, 5_000, ['a.ts:1']), source('b', 0, 5_000, ['z.ts:9'])], [shown('a', ''), shown('b', '')], {
      budgetTokens: 1_000,
      reservedTokens: 200,
    });
    expect(pieces[1]!.alsoHolds).toBeUndefined();
  });
});
