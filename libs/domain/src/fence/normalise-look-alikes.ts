/** Stands for a letter or digit of another script without a known resemblance; it may match any character. */
export const UNKNOWN = '\u0001';

/**
 * Characters that a reader cannot see or that separate nothing between two letters, and the backslash of an earlier
 * escape.
 */
const UNSEEN = String.raw`\p{Default_Ignorable_Code_Point}\p{White_Space}\p{M}\p{Cc}\u2800\\`;
const HIDDEN = new RegExp(`[${UNSEEN}]+`, 'gu');
const FIRST = new RegExp(`[${UNSEEN}]*([^${UNSEEN}])`, 'uy');
const headOf = (signs: number): RegExp => new RegExp(`(?:[${UNSEEN}]*[^${UNSEEN}]){1,${signs}}`, 'uy');
/** Number of visible characters examined in a line and in a tag. */
const SIGNS = { line: 160, tag: 24 } as const;
const HEADS = { line: headOf(SIGNS.line), tag: headOf(SIGNS.tag) } as const;

/**
 * Characters of other scripts, by the ASCII character they resemble. Those that NFKD converts to ASCII are not listed.
 */
const RESEMBLING: Readonly<Record<string, string>> = {
  a: 'аɑαΑАᎪᗅꓮᴀ⍺ӑ',
  b: 'ΒВᏴᏏꓐЬьƄʙ',
  c: 'сϲϹСᏟꓚᴄⲥⲤ',
  d: 'ԁᏧꓒᎠꓓꓷɗɖᴅđĐðÐ',
  e: 'еєҽεΕЕᎬꓰⴹᴇ℮ɛэ',
  f: 'ƒꞙẝϝϜꓝᖴꬵ',
  g: 'ɡցԍԌᏀᏳꓖɢ',
  h: 'һհᏂΗНᎻꓧʜⲎħ',
  i: 'іɩιӏΙІᎥꓲıɪӀⅠ׀',
  k: 'κкΚКᏦꓗᴋⲔ',
  l: 'ⅼʟᏞꓡłŁƖǀℓⳐ',
  m: 'мΜМᎷꓟᴍⲘϺ',
  n: 'ոռηпΝꓠᴎɴⲚ',
  o: 'оοσօΟОՕꓳⲟⲞᴏøØ০०๐௦',
  p: 'рρΡРᏢꓑᴘⲣⲢþ',
  r: 'гᴦᏒᎡꓣᖇʀɾꭇ',
  s: 'ѕƽЅՏᏚꓢꜱ',
  t: 'τтΤТᎢꓔᴛŧŦⲦ',
  u: 'υսυᴜꓴՍꞟʊ',
  v: 'νѵᴠꓦᏙѴⴸט',
  w: 'ԝшωᴡᎳꓪԜɯա',
  x: 'хχΧХꓫ×',
  y: 'уүγΥУҮꓬʏᎩ',
  '[': '⎡⎢⎣⊏⊑┌└╔╚├┍┎┏┕┖┗⌜⌞⟦⁅【〔〖〘〚❲⦋⦍⦏⸢⸤｢「『⌈⌊匚',
  '<': '‹«❮❰〈⟨《⟪˂ᐸ≺⋖≪⧼⦑⦓⪡𐅁',
  '#': '♯⌗⋕⧣ⵌ井',
  ':': '∶꞉ː˸׃։፡︰ꓽ',
};
const MEANS = new Map(Object.entries(RESEMBLING).flatMap(([plain, others]) => Array.from(others, (other) => [other, plain] as const)));

/** Boxed letters and flags, which Unicode does not decompose. */
const BOXED = [0x1f150, 0x1f170, 0x1f1e6];
const LETTERS = 26;

function plainOf(sign: string): string {
  const known = MEANS.get(sign);
  if (known !== undefined) return known;
  const code = sign.codePointAt(0)!;
  const box = BOXED.find((first) => code >= first && code < first + LETTERS);
  if (box !== undefined) return String.fromCharCode(97 + code - box);
  // Digits of all scripts count as one: the value does not matter.
  if (/\p{Nd}/u.test(sign)) return '0';
  return /[\p{L}\p{N}]/u.test(sign) ? UNKNOWN : sign;
}

/** Fast path: nearly every head is plain ASCII with little that is hidden. */
const PLAIN = /^[\t\n\r -~]*$/;
const PLAIN_HIDDEN = /[\s\\]+/g;

/** Returns the next visible character from a position on; undefined where there is none. */
export function firstSeen(text: string, from: number): string | undefined {
  FIRST.lastIndex = from;
  return FIRST.exec(text)?.[1];
}

/**
 * Returns the next characters of a text as a reader sees them, 160 for a line and 24 for a tag: without invisible
 * characters and spaces, compatibility forms decomposed, look-alikes replaced by what they resemble, in lower case.
 * Linear, however much is hidden in between.
 */
export function normaliseLookAlikes(text: string, from: number, of: keyof typeof HEADS): string {
  const start = text.slice(from, from + 2 * SIGNS[of]);
  const plain = PLAIN.test(start) ? start.replace(PLAIN_HIDDEN, '') : '';
  if (plain.length >= SIGNS[of] || (plain !== '' && from + 2 * SIGNS[of] >= text.length)) return plain.slice(0, SIGNS[of]).toLowerCase();
  const head = HEADS[of];
  head.lastIndex = from;
  return (head.exec(text)?.[0] ?? '')
    .normalize('NFKD')
    .replace(HIDDEN, '')
    .replace(/[^\0-\x7f]/gu, plainOf)
    .toLowerCase();
}

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
      const one = `[${sign}${PASSING[sign] ?? ''}${UNKNOWN}]`;
      return PAIRS[sign] === undefined ? one : `(?:${one}|${PAIRS[sign]})`;
    })
    .join('');
}

/**
 * Returns false where more than half of the letters have no known resemblance: then it is a genuine text of that
 * script.
 */
export function isMostlyKnown(matched: string): boolean {
  return 2 * (matched.split(UNKNOWN).length - 1) <= matched.length;
}
