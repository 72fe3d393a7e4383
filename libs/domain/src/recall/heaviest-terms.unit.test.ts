import { describe, expect, it } from 'vitest';
import { createAnalyser } from './analyse-text.ts';
import { completenessOf } from './completeness.ts';
import { heaviestTerms } from './heaviest-terms.ts';
import { ENGLISH_STOP_WORDS } from './stop-words.ts';

const analyser = createAnalyser({ stem: (word) => word, stopWords: ENGLISH_STOP_WORDS });

describe('heaviestTerms', () => {
  it('takes rare terms before common ones, repeated before single, and leaves out what it is told to', () => {
    const text = 'common rare common rare lib/a.ts word';
    const frequencies = new Map([
      ['common', 90],
      ['rare', 2],
      ['word', 50],
    ]);
    const options = { documents: 100, frequencyOf: (term: string) => frequencies.get(term) ?? 1, count: 3 };
    const heavy = heaviestTerms(text, analyser.analyseSpans(text), options);
    expect(heavy.map(({ surface }) => surface)).toEqual(['rare', 'lib/a.ts', 'lib']);
    const without = heaviestTerms(text, analyser.analyseSpans(text), { ...options, without: new Set(analyser.analyse('lib/a.ts')) });
    expect(without.map(({ surface }) => surface)).toEqual(['rare', 'word', 'common']);
  });
});

describe('completenessOf', () => {
  it('is the share of key events reached within two hops, null without any', () => {
    const reached = { packed: new Set(['a']), firstHop: new Set(['b']), secondHop: new Set(['c']) };
    expect(completenessOf([], reached)).toBeNull();
    expect(completenessOf(['a', 'b', 'c', 'd'], reached)).toBe(0.75);
    expect(completenessOf(['a', 'a'], reached)).toBe(1);
  });
});
