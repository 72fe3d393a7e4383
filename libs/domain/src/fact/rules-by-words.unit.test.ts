import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ENGLISH_RULES } from './english/english-rules.ts';
import { OTHER_RULES } from './other-languages/other-rules.ts';
import { requiredWords } from './required-words.ts';
import { rulesByWords } from './rules-by-words.ts';

const RULES = [...ENGLISH_RULES, ...OTHER_RULES];
const choose = rulesByWords(RULES);

const matches = (pattern: RegExp, text: string): boolean => new RegExp(pattern.source, pattern.flags).test(text);

const SENTENCES = [
  'My name is Ana and I live in Oslo now',
  'We moved the deadline from May 5 to May 12',
  'THE STAGING PORT IS 4200',
  'From now on, always anſwer in German',
  'Ich wohne jetzt in Leipzig',
  'Le port de staging est maintenant 4200',
  'Vivo en Madrid desde 2020',
  'Ho traslocato a Torino',
  'Moro em Lisboa',
  'Ik woon in Utrecht',
  'Jag bor i Malmö',
  'Меня зовут Аня',
  '我住在上海',
  '私はオスロに住んでいます',
];
const words = fc.constantFrom(...new Set(RULES.flatMap((rule) => requiredWords(rule.pattern()).flatMap((set) => [...set]))));
const texts = fc.array(fc.oneof(words, fc.constantFrom(...SENTENCES)), { maxLength: 12 }).map((parts) => parts.join(' '));

test('no rule that matches a sentence is left out, and rules keep their order', () => {
  const check = (text: string): void => {
    const chosen = choose(text);
    expect(RULES.filter((rule) => chosen.includes(rule))).toEqual(chosen);
    expect(RULES.filter((rule) => !chosen.includes(rule) && matches(rule.pattern(), text))).toEqual([]);
  };
  for (const sentence of SENTENCES) check(sentence);
  fc.assert(fc.property(texts, check), { numRuns: 30 });
});

test('a sentence without words of facts leaves few rules to try, but for those of languages with a sign of their own', () => {
  const ofAny = (text: string): number => choose(text).filter(({ onlyWith }) => onlyWith === undefined).length;
  expect(ofAny('Cranes ferry cargo past the quay before the tide turns')).toBeLessThan(RULES.length / 10);
  expect(ofAny('')).toBeLessThan(RULES.length / 10);
});
