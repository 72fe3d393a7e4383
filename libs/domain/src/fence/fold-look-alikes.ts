/** Stands for a letter or digit of another script that resembles nothing known: it may pass for any. */
export const UNKNOWN = '\u0001';

/** What a reader does not see, or sees as nothing between two letters; and the sign of an earlier escape. */
const UNSEEN = String.raw`\p{Default_Ignorable_Code_Point}\p{White_Space}\p{M}\p{Cc}\u2800\\`;
const HIDDEN = new RegExp(`[${UNSEEN}]+`, 'gu');
const FIRST = new RegExp(`[${UNSEEN}]*([^${UNSEEN}])`, 'uy');
const headOf = (signs: number): RegExp => new RegExp(`(?:[${UNSEEN}]*[^${UNSEEN}]){1,${signs}}`, 'uy');
/** How much of a line, and of a tag, is looked at. */
const SIGNS = { line: 160, tag: 24 } as const;
const HEADS = { line: headOf(SIGNS.line), tag: headOf(SIGNS.tag) } as const;

/** Letters and signs of other scripts by the ASCII sign that they resemble; what NFKD makes ASCII of is not among them. */
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

/** Letters in boxes and flags, which Unicode decomposes into nothing. */
const BOXED = [0x1f150, 0x1f170, 0x1f1e6];
const LETTERS = 26;

function plainOf(sign: string): string {
  const known = MEANS.get(sign);
  if (known !== undefined) return known;
  const code = sign.codePointAt(0)!;
  const box = BOXED.find((first) => code >= first && code < first + LETTERS);
  if (box !== undefined) return String.fromCharCode(97 + code - box);
  // A digit of another script passes for one of ours; which one does not matter.
  if (/\p{Nd}/u.test(sign)) return '0';
  return /[\p{L}\p{N}]/u.test(sign) ? UNKNOWN : sign;
}

/** Nearly every head is plain ASCII without much that is hidden: it is read at once. */
const PLAIN = /^[\t\n\r -~]*$/;
const PLAIN_HIDDEN = /[\s\\]+/g;

/** The first sign from there on that a reader sees; undefined where none comes. */
export function firstSeen(text: string, from: number): string | undefined {
  FIRST.lastIndex = from;
  return FIRST.exec(text)?.[1];
}

/**
 * The next signs of a text as a reader sees them, 160 for a line and 24 for a tag: without what is invisible and without blanks, compatible forms
 * decomposed, look-alikes as what they look like, in small letters. Linear, whatever is hidden between them.
 */
export function foldLookAlikes(text: string, from: number, of: keyof typeof HEADS): string {
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

/** ASCII signs that pass for a letter, and pairs of letters that pass for one. */
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

/** A pattern for words as they may be written with other signs. `\d` and `:` stand for themselves; blanks of the words are left out. */
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

/** Where more than half of the letters are of scripts that resemble nothing, it is a text of that script. */
export function isMostlyKnown(matched: string): boolean {
  return 2 * (matched.split(UNKNOWN).length - 1) <= matched.length;
}
