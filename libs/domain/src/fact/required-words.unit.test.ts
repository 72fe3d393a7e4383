import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { foldCase, requiredWords } from './required-words.ts';

const wordsOf = (pattern: RegExp): string[][] => requiredWords(pattern).map((words) => [...words].toSorted());

describe('requiredWords', () => {
  test('takes the words of every part that has to match, the longest first', () => {
    expect(wordsOf(/(?<!\p{L})(?:my|our)\s+(?<what>\p{L}+)\s+moved\s+to/iu)).toEqual([['moved'], ['my', 'our'], ['to']]);
    expect(wordsOf(/Ports? (?=\d)/iu)).toEqual([['port']]);
    expect(wordsOf(/(?=[^.]{2,80}now)we\s+use/iu)).toEqual([['now'], ['use'], ['we']]);
    expect(wordsOf(/l\.2\$/iu)).toEqual([['l.2$']]);
    expect(wordsOf(/今は/iu)).toEqual([['今は']]);
    expect(wordsOf(/<(a|em)>.*<\/\1>/giu)).toEqual([['>'], ['</'], ['>']]);
  });

  test('takes a sign that is rare for a word, and no other sign', () => {
    expect(wordsOf(/^(?:note|hint)[^\n]*:\n-/gimu)).toEqual([[':\n-'], ['hint', 'note']]);
    expect(wordsOf(/^[a-z]+:/gimu)).toEqual([[':']]);
    expect(wordsOf(/^[a-z]+,/gimu)).toEqual([]);
  });

  test('takes no words of parts that may be missing, that must not follow, or of which each may stand', () => {
    expect(wordsOf(/(?:please )?(?:never|not){0,2}ye+s*t?/iu)).toEqual([['ye']]);
    expect(wordsOf(/(?!never)(?<!always)\d+ days/iu)).toEqual([[' days']]);
    expect(wordsOf(/(?:port|\d+)/iu)).toEqual([]);
    expect(wordsOf(/(?:port|)/iu)).toEqual([]);
    expect(wordsOf(/[abc]+x?/iu)).toEqual([]);
    expect(wordsOf(/(?:to){1,3}day(?:s){2}/iu)).toEqual([['day'], ['to']]);
  });

  test('knows nothing of a pattern with syntax that it does not read', () => {
    expect(wordsOf(/(?<mark>["'])port\k<mark>/iu)).toEqual([]);
    expect(wordsOf(/port\u{41}/iu)).toEqual([]);
    expect(wordsOf(new RegExp('(?i:port) is', 'iu'))).toEqual([]);
    expect(wordsOf(new RegExp('(?:a(?i:port)b)+', 'iu'))).toEqual([]);
    expect(wordsOf(new RegExp('(?-i:Port)~is', 'iu'))).toEqual([['port'], ['~is']]);
  });

  test('folds the letters that patterns without case take for one, and no others', () => {
    const letters = Array.from({ length: 0x2_0000 }, (_, code) => code).filter((code) => code < 0xd800 || code > 0xdfff);
    const ofOne = Map.groupBy(
      letters.map((code) => String.fromCodePoint(code)),
      (letter) => letter.toUpperCase(),
    );
    for (const [one, other] of [...ofOne.values()].flatMap((some) => some.flatMap((a) => some.map((b) => [a, b] as const)))) {
      if (one === other || !/\p{L}/u.test(one)) continue;
      expect([one, other, foldCase(one) === foldCase(other)]).toEqual([one, other, new RegExp(`^${one}$`, 'iu').test(other)]);
    }
    expect(foldCase('ΟΔΟΣ 5 µs')).toBe(foldCase('οδοσ 5 μſ'));
  });

  test('every text that a pattern matches has a word of each set', () => {
    fc.assert(
      fc.property(patternWithMatch, ({ source, text }) => {
        const pattern = new RegExp(source, 'iu');
        expect(pattern.test(text)).toBe(true);
        for (const words of requiredWords(pattern)) {
          expect([...words].some((word) => foldCase(text).includes(word))).toBe(true);
        }
      }),
    );
  });
});

interface PatternWithMatch {
  readonly source: string;
  readonly text: string;
}

/** Letters that a pattern without case takes for one. */
const SAME = ['sSſ', 'kK\u{212A}', '\u{B5}\u{3BC}\u{39C}', 'σςΣ', 'βϐΒ', 'θϑΘ', 'вᲀВ', 'ẛṡ', 'éÉ'];
const letters = fc.string({ unit: fc.constantFrom('a', 'b', 's', 'ſ', 'K', 'é', 'µ', 'ς', 'β', '今'), minLength: 1, maxLength: 4 });
const otherwise = fc
  .array(
    fc.constantFrom(...SAME).chain((same) => fc.tuple(fc.constantFrom(...same), fc.constantFrom(...same))),
    { minLength: 1, maxLength: 4 },
  )
  .map((pairs) => ({ source: pairs.map(([a]) => a).join(''), text: pairs.map(([, b]) => b).join('') }));
const { node: patternWithMatch } = fc.letrec<{ node: PatternWithMatch }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 4, depthSize: 'medium' },
    letters.map((word) => ({ source: word, text: word })),
    otherwise,
    letters.map((word) => ({ source: word, text: word.toUpperCase().length === word.length ? word.toUpperCase() : word })),
    fc.constantFrom({ source: '\\s+', text: '  ' }, { source: '[xyz]', text: 'y' }, { source: '\\p{L}', text: 'ö' }),
    fc.constantFrom({ source: 'days?', text: 'day' }, { source: 'low*', text: 'lo' }, { source: 'ye+s', text: 'yees' }),
    fc.constantFrom({ source: '\\.', text: '.' }, { source: '(?!qq)', text: '' }, { source: '(?<!qq)', text: '' }),
    fc.constantFrom({ source: ':\\n', text: ':\n' }, { source: '\\t>', text: '\t>' }),
    fc.tuple(tie('node'), tie('node')).map(([a, b]) => ({ source: a.source + b.source, text: a.text + b.text })),
    fc.tuple(tie('node'), tie('node'), fc.boolean()).map(([a, b, first]) => ({
      source: `(?:${a.source}|${b.source})`,
      text: first ? a.text : b.text,
    })),
    fc.tuple(tie('node'), fc.boolean()).map(([a, stands]) => ({ source: `(?:${a.source})?`, text: stands ? a.text : '' })),
    fc.tuple(tie('node'), fc.integer({ min: 1, max: 3 })).map(([a, times]) => ({
      source: `(?:${a.source}){1,3}`,
      text: a.text.repeat(times),
    })),
    tie('node').map((a) => ({ source: `(?i:${a.source})`, text: a.text })),
    tie('node').map((a) => ({ source: `(?=${a.source})(?:${a.source})+`, text: a.text })),
  ),
}));
