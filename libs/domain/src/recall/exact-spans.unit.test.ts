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
    ['Wer sagte »alle Mann an Deck«?', ['alle Mann an Deck']],
    ['Qui a dit «tous sur le pont» hier?', ['tous sur le pont']],
    ['Who said ‘the keel isn’t sound’ at dusk?', ['the keel isn’t sound']],
    ['It’s the skippers’ boat, isn’t it', []],
    ['「全員甲板へ」と言ったのは『船長』か', ['全員甲板へ', '船長']],
    ['What is `getKeel()` for?', ['getKeel()']],
    ['Is the NATO base near Oslo?', []],
  ])('%s', (query, spans) => expect(spansOf(query)).toEqual(spans));

  it('tells phrases from names', () => {
    expect(quotedPhrases('Who said "Lower  the boom" of `sailPlan`?')).toEqual(['lower the boom']);
    expect(quotedPhrases('谁说了「全员上甲板」和『船』')).toEqual(['全员上甲板']);
  });
});
