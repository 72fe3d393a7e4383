import { describe, expect, it } from 'vitest';
import { exactSpans } from './exact-spans.ts';

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

  it.each([
    ['What is the price of the lamp in order #W4111?', ['#W4111']],
    ['When does lh403 leave?', ['lh403']],
    ['Wer hat PR #43 freigegeben?', ['#43']],
    ['¿Quién pidió el A17, y el (B22)?', ['A17', 'B22']],
    ['航班LH403几点起飞', ['LH403']],
    ['Кто подписал АБ43?', ['АБ43']],
    ['便名 LH403 は何時ですか', ['LH403']],
    ['Which of `T12`, "T14" and T15 failed?', ['T12', 'T14', 'T15']],
  ])('finds short ids: %s', (query, spans) => expect(spansOf(query)).toEqual(spans));

  it.each([
    'What was decided in Q3 of step 3, and in H1?',
    'Which are the top 10, the 2nd and the #1 priority?',
    'Does v2 or v12 need python3?',
    'Who comes at 10am with 5kg, or at 14:30 with 250 g?',
    'Is C# 12 out since 2024?',
    'How long are 80s or 100ms in 3d?',
  ])('takes quantities, times, ordinals and versions for no ids: %s', (query) => expect(spansOf(query)).toEqual([]));

  it('keeps the first sixteen of all kinds, and looks for no more', () => {
    const many = Array.from({ length: 12 }, (_, at) => `\`keel${at}\` sailPlan${at} W41${at}`).join(' ');
    expect(spansOf(many)).toEqual(
      Array.from({ length: 6 }, (_, at) => [`keel${at}`, `sailPlan${at}`, `W41${at}`])
        .flat()
        .slice(0, 16),
    );
    const endless = '`a` aB '.repeat(20_000);
    let tried = 0;
    const counted = { matchAll: (pattern: RegExp) => endless.matchAll(pattern).map((match) => (tried++, match)) };
    expect(exactSpans(counted as unknown as string)).toHaveLength(16);
    expect(tried).toBeLessThan(100);
  });

  it('tells phrases from names', () => {
    const phrasesOf = (query: string): string[] =>
      exactSpans(query).flatMap(({ start, end, isPhrase }) => (isPhrase ? [query.slice(start, end)] : []));
    expect(phrasesOf('Who said "Lower  the boom" of `sailPlan`?')).toEqual(['Lower  the boom']);
    expect(phrasesOf('谁说了「全员上甲板」和『船』')).toEqual(['全员上甲板']);
  });
});
