const DIGIT = 1;
const LOWER = 2;
const UPPER = 3;
const LAST_OF_ASCII = 127;
const SMALL_A = 97;

/**
 * Shorter parts are not judged, nor are those of so many characters in few pieces: `IPv6`, `GPT4o` and `MySQL` look no better
 * than chance.
 */
const LEAST_CHARS = 5;
const SHORT_CHARS = 5;
const SHORT_PIECES = 4;
/** So many changes between letters and digits are none of a name: `v2alpha1` and `utf8mb4` have three. */
const CHANGES = 4;
/** Codes of capitals and digits up to this length are made for people: `JX4K9P`. */
const CODE_CHARS = 8;
/** A piece of so many letters reads like a word, with a vowel among them; a short one without may be shortened: `cfg`. */
const WORD_CHARS = 3;
const SHORTENED_CHARS = 4;
/** Share of the characters that stand in such pieces, below which a part of mixed classes is no name. */
const WORDLIKE = 0.4;
/**
 * Names of code are short and shortened: of a part up to this length one rule alone may be wrong (`rgbToHsl`, `Qwen2VL`), so
 * it is sure by two of them, or by less of what reads like words.
 */
const NAME_CHARS = 10;
const SURE_WORDLIKE = 0.2;
const SURE_CHARS = 7;
/** A longer part whose pieces are none longer than three characters, and shorter on average than this, is no name. */
const LONG_CHARS = 8;
const PIECE_CHARS = 2.4;

/** The letters that follow a letter in 93 of 100 pairs of the words of prose and code, and in 41 of 100 by chance. */
const FOLLOWERS: Readonly<Record<string, string>> = {
  a: 'abcdfghiklmnprstuvwyz',
  b: 'aeilorsuy',
  c: 'acehiklortu',
  d: 'aeilorsuy',
  e: 'abcdefghiklmnoprstuvwxz',
  f: 'aefilortu',
  g: 'aeghilnorsu',
  h: 'aeiortu',
  i: 'abcdefgjklmnoprstvz',
  j: 'aeou',
  k: 'aeiosy',
  l: 'adeilostuy',
  m: 'abeimopsuy',
  n: 'acdefgiknostuvy',
  o: 'abcdfgiklmnoprstuvw',
  p: 'aehiloprstuy',
  q: 'u',
  r: 'abcdegiklmnorstuvy',
  s: 'acehiklopstu',
  t: 'acehilorstuy',
  u: 'abcdegilmnprst',
  v: 'aeio',
  w: 'aehino',
  x: 'aceipt',
  y: 'aeopst',
  z: 'aeio',
};
/** Share of usual pairs below which letters are of chance; fewer pairs than these do not tell. */
const USUAL = 0.6;
const LEAST_PAIRS = 3;

/** Judgement whether chance put letters and digits together. `likely`: they may as well be a name of code, unless ids stand around. */
export type Scrambled = 'no' | 'likely' | 'sure';

/** Returns true for letters and digits that chance put together for sure; see {@link judgeScrambled}. */
export function isScrambled(text: string, from: number, to: number): boolean {
  return judgeScrambled(text, from, to) === 'sure';
}

/**
 * Tells letters and digits that chance put together, as in hashes, tokens and ids of services: letters and digits alternate,
 * capitals stand where no word begins, or letters follow each other as in no word. Names of code, versions and codes for
 * people are none. Judges by the classes of the characters alone. `text` from `from` to `to` is letters and digits; letters
 * outside ASCII make it a word.
 */
export function judgeScrambled(text: string, from: number, to: number): Scrambled {
  const chars = to - from;
  if (chars < LEAST_CHARS) return 'no';
  let isWord = true;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit > LAST_OF_ASCII) return 'no';
    if (unit < SMALL_A && at > from) isWord = false;
  }
  // Most are small letters behind a first character, of which the rules below judge none.
  if (isWord) return 'no';
  let [changes, lowers, digits, wordlike, pieces, longest, pairs, usual] = [0, 0, 0, 0, 0, 0, 0, 0];
  for (let at = from; at < to;) {
    const end = pieceEnd(text, at, to);
    const kind = classAt(text, end - 1);
    if (kind === DIGIT) digits += end - at;
    else {
      wordlike += wordlikeChars(text, at, end);
      pairs += end - at - 1;
      usual += usualPairs(text, at, end);
      lowers += kind === LOWER ? end - at - (classAt(text, at) === UPPER ? 1 : 0) : 0;
    }
    if (at > from && (kind === DIGIT) !== (classAt(text, at - 1) === DIGIT)) changes++;
    longest = Math.max(longest, end - at);
    pieces++;
    at = end;
  }
  const uppers = chars - lowers - digits;
  if (lowers === 0 && chars <= CODE_CHARS) return 'no';
  if (changes >= CHANGES) return 'sure';
  const isMixed = lowers > 0 && (uppers > 0 ? pieces > 2 : changes > 1);
  if (!isMixed) return 'no';
  if (chars <= SHORT_CHARS) return pieces >= SHORT_PIECES ? 'sure' : 'no';
  const isUnusual = pairs >= LEAST_PAIRS && usual < USUAL * pairs;
  const hasNoWords = wordlike < WORDLIKE * chars;
  const isOfPieces = chars >= LONG_CHARS && longest <= WORD_CHARS && chars < PIECE_CHARS * pieces;
  if (!isUnusual && !hasNoWords && !isOfPieces) return 'no';
  if (chars > NAME_CHARS || (hasNoWords && (isUnusual || pairs < LEAST_PAIRS))) return 'sure';
  return chars >= SURE_CHARS && wordlike < SURE_WORDLIKE * chars ? 'sure' : 'likely';
}

/** Returns the end of a piece of one class; a capital belongs to the small letters behind it. */
function pieceEnd(text: string, from: number, to: number): number {
  const first = classAt(text, from);
  let at = from + 1;
  if (at < to && first === UPPER && classAt(text, at) === LOWER) at++;
  const kind = classAt(text, at - 1);
  while (at < to && classAt(text, at) === kind) at++;
  // The last capital before small letters begins the next piece.
  return kind === UPPER && at - from > 1 && at < to && classAt(text, at) === LOWER ? at - 1 : at;
}

function usualPairs(text: string, from: number, to: number): number {
  let usual = 0;
  for (let at = from + 1; at < to; at++) if (FOLLOWERS[text[at - 1]!.toLowerCase()]!.includes(text[at]!.toLowerCase())) usual++;
  return usual;
}

/** Returns how many characters of a piece of letters read like a word: all, half of them, or none. */
function wordlikeChars(text: string, from: number, to: number): number {
  const chars = to - from;
  if (chars < WORD_CHARS) return 0;
  for (let at = from; at < to; at++) if (VOWELS.includes(text[at]!)) return chars;
  return chars <= SHORTENED_CHARS ? chars / 2 : 0;
}

const VOWELS = 'aeiouyAEIOUY';

const PARTS = /[A-Za-z0-9]+/g;

/** Returns true where an id of chance stands in a name: `9f2c41e7ab.webp`. */
export function namesScrambled(name: string): boolean {
  for (const { 0: part, index } of name.matchAll(PARTS)) if (isScrambled(name, index, index + part.length)) return true;
  return false;
}

/** Longest part beside another one that is looked at. */
const LONGEST_BESIDE = 64;

/** Returns true where a hyphen or underscore parts what stands there from scrambled letters and digits: it is of the same id. */
export function isBesideScrambled(text: string, from: number, to: number): boolean {
  const leftTo = isSeam(text.charCodeAt(from - 1)) ? from - 1 : from;
  let leftFrom = leftTo;
  if (leftTo < from) while (leftFrom > 0 && leftTo - leftFrom < LONGEST_BESIDE && isAlnum(text.charCodeAt(leftFrom - 1))) leftFrom--;
  const rightFrom = isSeam(text.charCodeAt(to)) ? to + 1 : to;
  let rightTo = rightFrom;
  if (rightFrom > to) while (rightTo - rightFrom < LONGEST_BESIDE && isAlnum(text.charCodeAt(rightTo))) rightTo++;
  return isScrambled(text, leftFrom, leftTo) || isScrambled(text, rightFrom, rightTo);
}

/** A hyphen or an underscore; the digits of base64 for URLs that are neither letters nor digits. */
const isSeam = (unit: number): boolean => unit === 45 || unit === 95;
const isAlnum = (unit: number): boolean => (unit >= 48 && unit <= 57) || (unit >= 65 && unit <= 90) || (unit >= 97 && unit <= 122);

function classAt(text: string, at: number): typeof DIGIT | typeof LOWER | typeof UPPER {
  const unit = text.charCodeAt(at);
  return unit <= 57 ? DIGIT : unit >= SMALL_A ? LOWER : UPPER;
}
