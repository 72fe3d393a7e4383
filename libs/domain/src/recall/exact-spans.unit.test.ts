import { describe, expect, it } from 'vitest';
import { exactSpans, quotedPhrases } from './exact-spans.ts';

const spansOf = (query: string) => exactSpans(query).map(({ start, end }) => query.slice(start, end));

describe('exactSpans', () => {
  it.each([
    ['What does `reef` do?', ['reef']],
    ['Where is sailPlan set, and HullShape?', ['sailPlan', 'HullShape']],
    ['Who said "lower the boom at dusk"?', ['lower the boom at dusk']],
    ["Which option is 'keel-depth'?", ['keel-depth']],
    ["It's the skipper's boat, isn't it", []],
    ['Wer sagte „alle Mann an Deck“?', ['alle Mann an Deck']],
    ['What is `getKeel()` for?', ['getKeel()']],
    ['Is the NATO base near Oslo?', []],
  ])('%s', (query, spans) => expect(spansOf(query)).toEqual(spans));

  it('tells phrases from names', () => {
    expect(quotedPhrases('Who said "Lower  the boom" of `sailPlan`?')).toEqual(['lower the boom']);
  });
});
