import { createRequire } from 'node:module';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { loadTokenizer } from './load-tokenizer.ts';
import { splitLongRuns } from './split-runs.ts';
import { TOKEN_FAMILIES } from './token-family.ts';

interface Tokenizer {
  countTokens(text: string): number;
}

const load = createRequire(import.meta.url);
const patterns = load('gpt-tokenizer/encodingParams/constants') as Record<'O200K_TOKEN_SPLIT_REGEX' | 'CL100K_TOKEN_SPLIT_REGEX', RegExp>;
const SPLIT_PATTERNS = [patterns.O200K_TOKEN_SPLIT_REGEX, patterns.CL100K_TOKEN_SPLIT_REGEX];
const FAMILIES = TOKEN_FAMILIES.filter(({ exact }) => exact).map((family) => ({
  count: loadTokenizer(family),
  exact: load(family.module) as Tokenizer,
}));

/** Characters of every class that the split patterns tell apart. */
const LETTERS = ['a', 's', 'Z', '漢', 'ʰ', 'ก', '\u{1d400}'];
const MARKS = ['\u0301', '\u0e31', '\ufe0f', '\u{e0100}'];
const NUMBERS = ['7', '²', 'Ⅳ', '\u{1d7ce}'];
const SPACES = [' ', '\t', '\u00a0', '\u205f', '\u3000', '\ufeff', '\n', '\r', '\u2028'];
const SIGNS = ['/', '!', "'", '<', '—', '|', '─', '\u200b', '😀', '\0', '\ud800'];
const CHARACTERS = [...LETTERS, ...MARKS, ...NUMBERS, ...SPACES, ...SIGNS];

const WORDS = ['ship', 'Quay', "we're", 'HTTPServer', '船は岸壁', 'जहाज़', 'корабль', 'ท่าเรือ', '12.5', '2026'];
const BETWEEN = [' ', ', ', '. ', '。', '、', '\n', '\n\n  ', '://', '/', ' — ', '"', ' | ', '\t', '\u200b'];

/** A run, the character before a word (of up to two units), and the ending of a word such as "we're", in UTF-16 units. */
const MOST = 256 + 2 + 3;

/** Returns how many UTF-16 units a tokenizer merges at once at most, with work that grows with their square. */
function longestMerge(pieces: readonly string[]): number {
  const merges = SPLIT_PATTERNS.flatMap((pattern) => pieces.flatMap((piece) => piece.match(pattern) ?? []));
  return Math.max(...merges.map(({ length }) => length));
}

const mixture = fc
  .uniqueArray(fc.constantFrom(...CHARACTERS), { minLength: 1, maxLength: 4 })
  .chain((few) => fc.array(fc.constantFrom(...few), { minLength: 256, maxLength: 1_000 }))
  .map((characters) => characters.join(''));

describe('splitLongRuns', () => {
  it('leaves no more to merge at once than a run, whatever two characters take turns', () => {
    for (const one of CHARACTERS)
      for (const other of CHARACTERS) {
        const text = `ship ${(one + other).repeat(300)}`;
        const pieces = splitLongRuns(text);
        expect(pieces.join('')).toBe(text);
        expect(longestMerge(pieces), JSON.stringify([one, other])).toBeLessThanOrEqual(MOST);
      }
  });

  it('leaves no more to merge at once than a run, whatever is mixed, and loses nothing', () => {
    fc.assert(
      fc.property(mixture, (text) => {
        const pieces = splitLongRuns(text);
        expect(pieces.join('')).toBe(text);
        expect(longestMerge(pieces)).toBeLessThanOrEqual(MOST);
        if (text.isWellFormed()) expect(pieces.every((piece) => piece.isWellFormed())).toBe(true);
      }),
    );
  });

  it('changes the count of what is cut by a few tokens a piece', () => {
    fc.assert(
      fc.property(mixture, (text) => {
        const pieces = splitLongRuns(text).length;
        for (const { count, exact } of FAMILIES) {
          const real = exact.countTokens(text);
          expect(count(text)).toBeGreaterThanOrEqual(real - (pieces - 1));
          expect(count(text)).toBeLessThanOrEqual(real + 4 * (pieces - 1));
        }
      }),
    );
  });

  it('leaves a text of words whole, in every script, whatever stands between them', () => {
    for (const word of WORDS)
      for (const between of BETWEEN) {
        const text = (word + between).repeat(300);
        expect(splitLongRuns(text), word + between).toEqual([text]);
      }
  });

  it('leaves the count of ordinary text as it is', () => {
    const word = fc.constantFrom(...WORDS, '👩‍🚀', '❤️');
    fc.assert(
      fc.property(fc.array(fc.tuple(word, fc.constantFrom(...BETWEEN)), { minLength: 100, maxLength: 400 }), (parts) => {
        const text = parts.flat().join('');
        for (const { count, exact } of FAMILIES) expect(count(text)).toBe(exact.countTokens(text));
      }),
      { numRuns: 30 },
    );
  });

  it('keeps the groups of three that digits are taken in', () => {
    for (const digits of ['7'.repeat(2_000), '7²'.repeat(1_000)])
      for (const { count, exact } of FAMILIES) expect(count(digits)).toBe(exact.countTokens(digits) + splitLongRuns(digits).length - 1);
  });
});
