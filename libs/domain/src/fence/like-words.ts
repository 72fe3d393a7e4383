import { UNKNOWN } from './normalise-look-alikes.ts';

/** ASCII characters that can pass for a letter, and pairs that can pass for one. */
const PASSING: Readonly<Record<string, string>> = {
  a: '4@',
  b: '8',
  e: '3',
  g: '9',
  i: '1l|!',
  l: '1i|!',
  o: '0',
  s: '5$',
  t: '7+',
  u: 'v',
  v: 'u',
};
const PAIRS: Readonly<Record<string, string>> = { m: 'rn', w: 'vv', d: 'cl' };

/**
 * Builds a pattern that matches words also when written with look-alikes. `\d` and `:` stand for themselves; spaces of
 * the words are dropped.
 */
export function likeWords(words: string): string {
  const signs = words.replaceAll(' ', '').match(/\\d|./g) ?? [];
  return signs
    .map((sign) => {
      if (!/^[a-z]$/.test(sign)) return sign;
      return PAIRS[sign] === undefined ? `[${passingFor(sign)}]` : `(?:[${passingFor(sign)}]|${PAIRS[sign]})`;
    })
    .join('');
}

function passingFor(letter: string): string {
  return `${letter}${PASSING[letter] ?? ''}${UNKNOWN}`;
}

/**
 * Compares a text with a name, taking the code of one character after the other. Returns true at the last of the name,
 * false as soon as the text is another, undefined in between.
 */
export type NameReader = (code: number) => boolean | undefined;

const UNKNOWN_CODE = UNKNOWN.charCodeAt(0);

/**
 * Returns a function that begins to compare with a name of small letters, by the rules of `likeWords` and
 * `isMostlyKnown`; `before` counts the characters of the match that stand before the name. Nearly every text is another
 * from its first character on, so it need not be read further, as a pattern would.
 */
export function likeName(name: string): (before?: number) => NameReader {
  const letters = Array.from(name, (letter) => ({ one: codesOf(passingFor(letter)), pair: codesOf(PAIRS[letter] ?? '') }));
  const longest = letters.reduce((sum, { pair }) => sum + Math.max(1, pair.length), 0);
  return (before = 0) => {
    let length = before;
    let unknown = 0;
    let place = 0;
    let inPair = false;
    return (code) => {
      const { one, pair } = letters[place]!;
      length++;
      if (code === UNKNOWN_CODE) unknown++;
      if (!inPair && code === pair[0]) {
        inPair = true;
        return undefined;
      }
      if (!(inPair ? code === pair[1] : one.includes(code)) || 2 * unknown > before + longest) return false;
      inPair = false;
      place++;
      return place < letters.length ? undefined : 2 * unknown <= length;
    };
  };
}

function codesOf(signs: string): number[] {
  return Array.from(signs, (sign) => sign.charCodeAt(0));
}

/**
 * Returns false where more than half of the letters have no known resemblance: then it is a genuine text of that
 * script.
 */
export function isMostlyKnown(matched: string): boolean {
  return 2 * (matched.split(UNKNOWN).length - 1) <= matched.length;
}
