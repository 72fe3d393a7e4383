import type { TextEncoding } from './charsets.ts';
import { LATIN_PROFILES, SCRIPT_PROFILES, type GuessedCharset, type LetterProfile } from './letter-profiles.ts';

/** Ranks after which a letter is e times as rare, in an alphabet and among the accents of a language. */
const SCRIPT_DECAY = 8.5;
const LATIN_DECAY = 3;
/** Logarithms of how likely a byte is that is no letter of the language, and how much less a capital is. */
const NO_LETTER = -9;
const NO_ACCENT = -6;
const CAPITAL = -1;
/** The same of a capital behind another one, and behind a small letter. */
const CAPITAL_AGAIN = -0.2;
const CAPITAL_WITHIN = -7;

/** Least share of letters that stand beside another one, and most beside one of ASCII: words are of one alphabet. */
const BESIDE_SHARE = 0.75;
const MIXED_SHARE = 0.2;
/** Least letters that tell an alphabet. */
const SCRIPT_LETTERS = 4;
/** Least mean of the logarithms of a text in the language of an alphabet. */
const SCRIPT_MEAN = -4.7;
/** Least letters that set another encoding apart from windows-1252, different ones, and what they outweigh. */
const LATIN_LETTERS = 3;
const LATIN_KINDS = 2;
const LATIN_MARGIN = 4;

interface Profile {
  readonly encoding: TextEncoding;
  /** Logarithm of how likely each byte above ASCII is; undefined for what is no letter of the language. */
  readonly small: readonly (number | undefined)[];
  readonly capital: readonly (number | undefined)[];
}

const SCRIPTS = SCRIPT_PROFILES.map((profile) => profileOf(profile, SCRIPT_DECAY));
const LATINS = LATIN_PROFILES.map((profile) => profileOf(profile, LATIN_DECAY));

function profileOf([encoding, small, capital]: LetterProfile, decay: number): Profile {
  const first = Math.log(1 - Math.exp(-1 / decay));
  const weigh = (letters: string): (number | undefined)[] => {
    const weights: (number | undefined)[] = [];
    for (const [rank, hex] of (letters.match(/../g) ?? []).entries()) {
      if (hex !== '00') weights[Number.parseInt(hex, 16)] = first - rank / decay;
    }
    return weights;
  };
  return { encoding, small: weigh(small), capital: weigh(capital) };
}

const isHigh = (byte: number | undefined): boolean => byte !== undefined && byte >= 0x80;
const isLatin = (byte = 0): boolean => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a);

/** Guesses among encodings of alphabets whose every letter is above ASCII. */
export function guessScript(bytes: Uint8Array): GuessedCharset | undefined {
  let [high, beside, mixed] = [0, 0, 0];
  for (let at = 0; at < bytes.length; at++) {
    if (!isHigh(bytes[at])) continue;
    high++;
    if (isHigh(bytes[at - 1]) || isHigh(bytes[at + 1])) beside++;
    if (isLatin(bytes[at - 1]) || isLatin(bytes[at + 1])) mixed++;
  }
  if (high < SCRIPT_LETTERS || beside < high * BESIDE_SHARE || mixed > high * MIXED_SHARE) return undefined;
  const scored = SCRIPTS.map((profile) => ({ encoding: profile.encoding, letters: high, mean: scriptScore(bytes, profile) / high }));
  const best = scored.reduce((one, other) => (other.mean > one.mean ? other : one));
  return best.mean < SCRIPT_MEAN ? undefined : { encoding: best.encoding, letters: best.letters };
}

function scriptScore(bytes: Uint8Array, { small, capital }: Profile): number {
  let score = 0;
  let before: 'small' | 'capital' | undefined;
  for (const byte of bytes) {
    const [asSmall, asCapital] = [small[byte], capital[byte]];
    if (asSmall !== undefined) score += asSmall;
    else if (asCapital !== undefined)
      score += asCapital + (before === undefined ? CAPITAL : before === 'small' ? CAPITAL_WITHIN : CAPITAL_AGAIN);
    else if (byte >= 0x80) score += NO_LETTER;
    before = asSmall !== undefined ? 'small' : asCapital !== undefined ? 'capital' : undefined;
  }
  return score;
}

/** Guesses among encodings of Latin letters, where one explains the accents better than windows-1252. */
export function guessLatin(bytes: Uint8Array): GuessedCharset | undefined {
  const counts = countAccents(bytes);
  const scored = LATINS.map((profile) => ({ profile, score: latinScore(counts, profile) }));
  const isWestern = ({ profile }: (typeof scored)[number]): boolean => profile.encoding === 'windows-1252';
  const western = Math.max(...scored.filter(isWestern).map(({ score }) => score));
  const best = scored.filter((one) => !isWestern(one)).reduce((one, other) => (other.score > one.score ? other : one));
  const letters = [...counts].filter(([byte]) => best.profile.small[byte] !== undefined || best.profile.capital[byte] !== undefined);
  const total = letters.reduce((sum, [, times]) => sum + times, 0);
  if (total < LATIN_LETTERS || letters.length < LATIN_KINDS || best.score < western + LATIN_MARGIN) return undefined;
  return { encoding: best.profile.encoding, letters: total };
}

/** Counts bytes above ASCII that stand beside a letter: others are mostly signs, which the encodings share. */
function countAccents(bytes: Uint8Array): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at]!;
    const isBeside = isLatin(bytes[at - 1]) || isLatin(bytes[at + 1]) || (isHigh(bytes[at - 1]) && isLatin(bytes[at - 2]));
    if (isHigh(byte) && isBeside) counts.set(byte, (counts.get(byte) ?? 0) + 1);
  }
  return counts;
}

function latinScore(counts: ReadonlyMap<number, number>, { small, capital }: Profile): number {
  let score = 0;
  for (const [byte, times] of counts) {
    const large = capital[byte];
    score += times * Math.max(NO_ACCENT, small[byte] ?? (large === undefined ? NO_ACCENT : large + CAPITAL));
  }
  return score;
}
