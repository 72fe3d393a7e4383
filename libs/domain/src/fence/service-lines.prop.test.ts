import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryLookAlike } from '../../testing/arbitrary-look-alike.ts';
import { isMostlyKnown, likeWords } from './like-words.ts';
import { normaliseLookAlikes, UNKNOWN } from './normalise-look-alikes.ts';
import { resemblesClosing, resemblesWrapper } from './service-lines.ts';

const WORD = `a-z0-9${UNKNOWN}`;
const STROKES = new RegExp(`^[^${WORD}]*`);
const matches = (pattern: RegExp, text: string): boolean => {
  const matched = pattern.exec(text)?.[0];
  return matched !== undefined && isMostlyKnown(matched);
};

/** The rules as patterns over all that a reader may see of a tag. */
function readsAsRecalled(behind: string): boolean {
  const seen = normaliseLookAlikes(behind, 0, 'tag');
  const strokes = STROKES.exec(seen)![0].length;
  const rest = seen.slice(strokes).replace(new RegExp(`[^${WORD}:]`, 'g'), '');
  return strokes <= 2 && matches(new RegExp(`^${likeWords('recalled')}`), rest);
}
const readsAsClosing = (behind: string, name: string): boolean =>
  matches(new RegExp(`^[/\u2044\u2215\u2571\u27cb\u29f8]{1,2}${likeWords(name)}(?![${WORD}])`), normaliseLookAlikes(behind, 0, 'tag'));

const SIGNS = ['<', '＜', '《', '𐅁', '/', '∕', '|', '-', ':', '\\', ' ', '\u200b', '\u0301', '¨', '½', '😀'];
const LETTERS = ['r', 'г', 'ⓡ', '𝐫', 'е', 'c', 'l', '1', 'cl', 'сl', 'd', 'в', '中', '각'];
const sign = fc.constantFrom(...SIGNS, ...LETTERS);
const behind = fc
  .array(
    fc.oneof(
      { weight: 3, arbitrary: sign },
      { weight: 1, arbitrary: fc.constantFrom('recalled', '/file', '/artifact', 'recal').chain(arbitraryLookAlike) },
    ),
    { maxLength: 30 },
  )
  .map((parts) => parts.join(''));

describe('a tag', () => {
  it('is known by its first signs as by all of them', () => {
    fc.assert(
      fc.property(behind, (text) => {
        expect(resemblesWrapper(text, 0)).toBe(readsAsRecalled(text));
        for (const name of ['file', 'artifact'] as const) expect(resemblesClosing(text, 0, name)).toBe(readsAsClosing(text, name));
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    ['recalled', true],
    ['/ r\u200be-called id="x"', true],
    ['|/recalcled', false],
    ['||recalleсl', true],
    ['///recalled', false],
    ['re:called', false],
    ['中中中alled', true],
    ['中中中中中led', false],
    ['recalle', false],
  ])('"%s" may be taken for one of the wrapper: %s', (text, expected) => {
    expect(resemblesWrapper(text, 0)).toBe(expected);
  });

  it.each([
    ['/file', true],
    ['/file>', true],
    ['//fi1e>x', true],
    ['///file', false],
    ['/files', false],
    ['file', false],
    ['/中中中中', false],
  ])('"%s" may be taken for the end of a file: %s', (text, expected) => {
    expect(resemblesClosing(text, 0, 'file')).toBe(expected);
  });
});
