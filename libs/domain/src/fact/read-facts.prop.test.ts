import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compareFacts, factKey, wordsLeft } from './compare-facts.ts';
import { factsAt, readFacts } from './read-facts.ts';
import { FACT_LIMITS, type FactSource } from './stated-fact.ts';

const source = (text: string, agent?: string): FactSource => ({
  eventId: 'e1',
  session: 's',
  ordinal: 1,
  kind: 'user_message',
  occurredAt: Date.UTC(2025, 2, 12),
  text,
  ...(agent !== undefined && { agent }),
});

const PIECES = [
  'I live in ',
  'Our port is ',
  'my budget of ',
  'moved to ',
  'the deadline was moved from May 5 to ',
  'Oslo',
  '$300',
  '4100',
  'May 12',
  'always ',
  'never ',
  'I no longer work at ',
  "I've increased ",
  ' from 3 to ',
  'if ',
  '. ',
  ', ',
  '\n',
  '```',
  '"',
  '“',
  '> ',
  'last week ',
  '私はオスロに住んでいます。',
  'ich wohne in ',
  '(',
  ')',
  '\\',
  '\u{1f600}',
  '\ud800',
  ' ',
  ' and ',
  'on 2024-02-31 ',
  'in 9999 ',
];
const texts = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 400 }),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join('')),
);

test('any text is read without an error, the same twice, within bounds and with exact ranges', () => {
  fc.assert(
    fc.property(texts, fc.option(fc.string({ maxLength: 12 }), { nil: undefined }), (text, agent) => {
      const facts = readFacts(source(text, agent));
      expect(readFacts(source(text, agent))).toEqual(facts);
      expect(facts.length).toBeLessThanOrEqual(FACT_LIMITS.facts);
      for (const { from, to, value, replaces } of facts) {
        expect(from).toBeLessThan(to);
        expect(to).toBeLessThanOrEqual(text.length);
        const sentence = text.slice(from, to);
        if (value !== undefined) expect(sentence).toContain(value);
        if (replaces !== undefined) expect(sentence).toContain(replaces);
      }
      const factAt = factsAt(source(text, agent));
      for (const fact of facts) expect(factAt(fact.from)).toEqual(fact);
    }),
    { numRuns: 500 },
  );
});

test('a question states nothing', () => {
  const words = fc.array(
    fc.constantFrom(
      'I',
      'live',
      'in',
      'Oslo',
      'my',
      'our',
      'port',
      'is',
      '4100',
      'budget',
      'of',
      '$30',
      'now',
      'moved',
      'to',
      'always',
      'never',
      'and',
      'the',
      'deadline',
    ),
    { minLength: 1, maxLength: 14 },
  );
  fc.assert(
    fc.property(words, fc.constantFrom('?', '?!'.slice(0, 1), '？'), (said, mark) => {
      expect(readFacts(source(`${said.join(' ')}${mark}`))).toEqual([]);
    }),
    { numRuns: 500 },
  );
});

test('a text of any length is read in its first characters alone', () => {
  const text = 'I live in Oslo. '.repeat(4_000);
  const facts = readFacts(source(text));
  expect(facts).toHaveLength(FACT_LIMITS.facts);
  const pasted = 'worker 7: request 4711 took 12 ms, all is well\n'.repeat(900);
  expect(readFacts(source(`${pasted}I live in Oslo.`)).map(({ value }) => value)).toEqual(['Oslo']);
  expect(readFacts(source(`${' '.repeat(FACT_LIMITS.chars)}I live in Oslo.`))).toEqual([]);
  expect(factsAt(source(`${' '.repeat(FACT_LIMITS.chars)}I live in Oslo.`))(FACT_LIMITS.chars)).toBeUndefined();
});

test('a fact of a key says the same as itself, and ends no fact of another key but those that are found by its words', () => {
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      const [a, b] = [readFacts(source(one)), readFacts(source(other))];
      for (const fact of a) if (fact.attribute !== undefined) expect(compareFacts(fact, fact)).toBe('same');
      for (const earlier of a) {
        for (const later of b) {
          const keys = [factKey(earlier, source(one)), factKey(later, source(other))];
          if (keys[0] !== keys[1] && wordsLeft(later) === undefined) expect(compareFacts(earlier, later)).toBe('beside');
        }
      }
    }),
    { numRuns: 300 },
  );
});

const OPENERS = [
  'so',
  'also',
  'please',
  'ok',
  'okay,',
  'right now',
  'I know that',
  'please note',
  'oh hey,',
  'bitte',
  '对了',
  'Last week,',
  'oh -',
];

test('openers without end before a word that is none are read, and state nothing of their own', () => {
  fc.assert(
    fc.property(
      fc.array(fc.constantFrom(...OPENERS), { minLength: 1, maxLength: 3 }),
      fc.constantFrom(' ', '  ', '\t'),
      fc.constantFrom('wow my port is 9000', 'wow always use tabs', 'wow I moved to Oslo', 'wow 我们的端口是9000'),
      (openers, space, said) => {
        const prefix = `${openers.join(space)}${space}`.repeat(200);
        for (const fact of readFacts(source(`${prefix}${said}`))) expect(fact.saysChange).not.toBe(true);
      },
    ),
    { numRuns: 40 },
  );
});
