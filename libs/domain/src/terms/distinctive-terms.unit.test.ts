import { describe, expect, it } from 'vitest';
import { placeTerms } from './placed-terms.ts';
import { readTerms } from './read-terms.ts';
import { distinctiveTerms, type TellingInput } from './distinctive-terms.ts';

function tell(texts: readonly string[], { only, ...more }: Partial<TellingInput> & { readonly only?: number } = {}): string[] {
  const placed = placeTerms(texts.map((text) => readTerms(text, 64)));
  return distinctiveTerms({
    placed,
    own: only === undefined ? texts.map((_, place) => place) : [only],
    texts: texts.length,
    limit: 3,
    ...more,
  });
}

describe('the terms that tell a span from others', () => {
  it('are those that its own texts hold and others do not', () => {
    const texts = ['berth berth crane crane', 'berth berth winch winch', 'berth berth', 'berth berth'];
    expect(tell(texts, { only: 1, limit: 1 })).toEqual(['winch']);
  });

  it('speak of all texts between them rather than of one at length', () => {
    const texts = ['pump_house pump_house tide_gauge tide_gauge', 'oil_store oil_store'];
    expect(new Set(tell(texts, { limit: 2 })).has('oil_store')).toBe(true);
  });

  it('speak of a short text as much as of a long one', () => {
    const long = Array.from({ length: 12 }, (_, at) => `tide_${at} tide_${at} tide_${at}`).join(' ');
    expect(tell([long, 'oil_store oil_store oil_store'], { limit: 2 })).toContain('oil_store');
  });

  it('name a file with its folder only where its own name is short, and an identifier as it is written', () => {
    const texts = ['src/net/drain-pool.ts src/net/index.ts', 'drainPool drainPool'];
    expect(
      tell(texts, { limit: 8 })
        .filter((term) => /\.|pool$/i.test(term))
        .sort(),
    ).toEqual(['drain-pool.ts', 'drainPool', 'net/index.ts']);
  });

  it('name a file in place of a word that its name holds', () => {
    expect(tell(['winch winch winch', 'src/winch-drive.ts'], { limit: 2 })).toEqual(['winch-drive.ts']);
    expect(tell(['winch_drive winch_drive winch_drive', 'src/winch_drive.ts'], { limit: 2 })).toEqual(['winch_drive']);
  });

  it('do not take a term that nobody looked up for a rare one', () => {
    const frequencies = new Map([['winch', 300]]);
    const texts = ['berth berth winch winch', 'berth berth winch winch', 'crane crane'];
    const rarity = { documents: 1_000, frequencies };
    expect(tell(texts, { rarity, limit: 1 })).toEqual(['winch']);
  });

  it('weigh what the space is full of, and what markers say already, as little', () => {
    const frequencies = new Map([
      ['berth', 900],
      ['winch', 2],
    ]);
    const texts = ['berth berth winch winch'];
    expect(tell(texts, { rarity: { documents: 1_000, frequencies }, limit: 1 })).toEqual(['winch']);
    expect(tell(texts, { saidBefore: (term) => (term === 'berth' ? 4 : 0), limit: 1 })).toEqual(['winch']);
  });

  it('hold no part of one another, and no word with a capital that is no name', () => {
    expect(tell(['src/tide.ts src/tide.ts tide.ts tide.ts'])).toHaveLength(1);
    expect(tell(['we moor, then Moor again, moor and moor, Mooring Ada there'])).not.toContain('Moor');
  });
});
