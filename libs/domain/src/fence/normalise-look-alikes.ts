/** Stands for a letter or digit of another script without a known resemblance; it may match any character. */
export const UNKNOWN = '\u0001';

/**
 * Characters that a reader cannot see or that separate nothing between two letters, and the backslash of an earlier
 * escape.
 */
const UNSEEN = String.raw`\p{Default_Ignorable_Code_Point}\p{White_Space}\p{M}\p{Cc}\u2800\\`;
const HIDDEN = new RegExp(`[${UNSEEN}]+`, 'gu');
const IS_HIDDEN = new RegExp(`^[${UNSEEN}]$`, 'u');
/** Number of visible characters examined in a line and in a tag. */
const SIGNS = { line: 160, tag: 24 } as const;

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

/** Converts a visible character to what a reader takes it for, in lower case: several characters, or none. */
function fold(sign: string): string {
  return sign
    .normalize('NFKD')
    .replace(HIDDEN, '')
    .replace(/[^\0-\x7f]/gu, plainOf)
    .toLowerCase();
}

/** Folded form of a hidden character; no visible one has it, as it is hidden itself. */
const HIDES = '\0';
/** Folded form of each character by its code point. To fold one takes a hundred times as long as to look it up. */
const FOLDED = new Map<number, string>();
/** Largest number of remembered characters, more than a text in any script has. */
const REMEMBERED_SIGNS = 65_536;

function foldedSign(code: number): string {
  const known = FOLDED.get(code);
  if (known !== undefined) return known;
  const sign = String.fromCodePoint(code);
  const folded = IS_HIDDEN.test(sign) ? HIDES : fold(sign);
  if (FOLDED.size >= REMEMBERED_SIGNS) FOLDED.clear();
  FOLDED.set(code, folded);
  return folded;
}

/** Returns the next visible character from a position on; undefined where there is none. */
export function firstSeen(text: string, from: number): string | undefined {
  for (let at = from; at < text.length;) {
    const code = text.codePointAt(at)!;
    if (foldedSign(code) !== HIDES) return String.fromCodePoint(code);
    at += code > 0xffff ? 2 : 1;
  }
  return undefined;
}

/**
 * Gives the next characters of a text as a reader sees them to `take`, one after the other, until it returns true or
 * false, and returns that; of 160 visible characters for a line and of 24 for a tag. Hidden characters and spaces are left
 * out, compatibility forms decomposed, look-alikes replaced by what they resemble, in lower case, so that one may become
 * several, or none. Linear, however much is hidden in between.
 */
export function readSigns(text: string, from: number, of: keyof typeof SIGNS, take: (folded: string) => boolean | undefined) {
  let left: number = SIGNS[of];
  for (let at = from; at < text.length && left > 0;) {
    const code = text.codePointAt(at)!;
    at += code > 0xffff ? 2 : 1;
    const folded = foldedSign(code);
    if (folded === HIDES) continue;
    left--;
    const known = take(folded);
    if (known !== undefined) return known;
  }
  return undefined;
}

/** Returns all characters that `readSigns` gives. */
export function normaliseLookAlikes(text: string, from: number, of: keyof typeof SIGNS): string {
  let seen = '';
  readSigns(text, from, of, (folded) => {
    seen += folded;
    return undefined;
  });
  return seen;
}
