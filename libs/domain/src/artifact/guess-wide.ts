import { FREQUENT_CHARACTERS, type GuessedCharset, type WideCharset } from './letter-profiles.ts';

interface WideRules {
  /** True for a byte that begins a character of two. */
  isLead(byte: number): boolean;
  isTrail(byte: number): boolean;
  /** True for a byte above ASCII that is a character by itself. */
  isSingle(byte: number): boolean;
  /** True for characters in general use, rather than one of the many that hardly any text has. */
  isUsual(lead: number, trail: number): boolean;
  /** True for a syllable of Japanese. */
  isKana(lead: number, trail: number): boolean;
}

const within = (from: number, to: number) => (byte: number) => byte >= from && byte <= to;
const isUpper = within(0xa1, 0xfe);
const never = (): boolean => false;

const RULES: Readonly<Record<WideCharset, WideRules>> = {
  gbk: {
    isLead: within(0x81, 0xfe),
    isTrail: (byte) => byte >= 0x40 && byte <= 0xfe && byte !== 0x7f,
    isSingle: never,
    isUsual: (lead, trail) => isUpper(trail) && ((lead >= 0xb0 && lead <= 0xd7) || lead === 0xa1 || lead === 0xa3),
    isKana: never,
  },
  'euc-kr': {
    isLead: within(0x81, 0xfe),
    isTrail: (byte) => (byte >= 0x41 && byte <= 0x5a) || (byte >= 0x61 && byte <= 0x7a) || (byte >= 0x81 && byte <= 0xfe),
    isSingle: never,
    isUsual: (lead, trail) => isUpper(trail) && ((lead >= 0xb0 && lead <= 0xc8) || lead === 0xa1 || lead === 0xa3),
    isKana: never,
  },
  'euc-jp': {
    isLead: isUpper,
    isTrail: isUpper,
    isSingle: never,
    isUsual: (lead) => (lead >= 0xb0 && lead <= 0xcf) || lead === 0xa1 || (lead >= 0xa3 && lead <= 0xa5),
    isKana: (lead) => lead === 0xa4 || lead === 0xa5,
  },
  shift_jis: {
    isLead: (byte) => (byte >= 0x81 && byte <= 0x9f) || (byte >= 0xe0 && byte <= 0xfc),
    isTrail: (byte) => byte >= 0x40 && byte <= 0xfc && byte !== 0x7f,
    isSingle: within(0xa1, 0xdf),
    isUsual: (lead) => (lead >= 0x81 && lead <= 0x83) || (lead >= 0x88 && lead <= 0x97),
    isKana: (lead, trail) => (lead === 0x82 && trail >= 0x9f && trail <= 0xf1) || (lead === 0x83 && trail <= 0x96),
  },
  big5: {
    isLead: within(0x81, 0xfe),
    isTrail: (byte) => (byte >= 0x40 && byte <= 0x7e) || isUpper(byte),
    isSingle: never,
    isUsual: (lead) => (lead >= 0xa4 && lead <= 0xc6) || lead === 0xa1,
    isKana: never,
  },
};

const CHARSETS = Object.keys(RULES) as WideCharset[];
const FREQUENT = new Map(CHARSETS.map((charset) => [charset, charactersOf(FREQUENT_CHARACTERS[charset])]));

function charactersOf(hex: string): ReadonlySet<number> {
  return new Set((hex.match(/.{4}/g) ?? []).map((character) => Number.parseInt(character, 16)));
}

/** Least shares of characters in general use, and of those that stand beside another one: words have several. */
const USUAL_SHARE = 0.85;
const BESIDE_SHARE = 0.6;
/** One place of so many characters may be damaged. */
const CHARACTERS_A_DAMAGE = 50;

/** Guesses among encodings with two bytes a character: that whose usual and frequent characters the text has most. */
export function guessWide(bytes: Uint8Array): GuessedCharset | undefined {
  let best: (GuessedCharset & { readonly score: number }) | undefined;
  for (const encoding of CHARSETS) {
    const { pairs, usual, frequent, beside, damaged } = countPairs(bytes, RULES[encoding], FREQUENT.get(encoding)!);
    if (frequent === 0 || damaged * CHARACTERS_A_DAMAGE > pairs) continue;
    if (usual < pairs * USUAL_SHARE || beside < pairs * BESIDE_SHARE) continue;
    const score = (usual + frequent) / pairs;
    if (best === undefined || score > best.score) best = { encoding, letters: pairs, score };
  }
  return best && { encoding: best.encoding, letters: best.letters };
}

function countPairs(bytes: Uint8Array, rules: WideRules, known: ReadonlySet<number>) {
  let [pairs, usual, frequent, beside, damaged] = [0, 0, 0, 0, 0];
  let lastEnd = -1;
  let isFirst = true;
  for (let at = 0; at < bytes.length; at++) {
    const lead = bytes[at]!;
    if (lead < 0x80) continue;
    const trail = bytes[at + 1];
    if (rules.isLead(lead) && trail !== undefined && rules.isTrail(trail)) {
      pairs++;
      if (rules.isUsual(lead, trail)) usual++;
      if (rules.isKana(lead, trail) || known.has(lead * 256 + trail)) frequent++;
      if (lastEnd === at) beside += isFirst ? 2 : 1;
      isFirst = lastEnd !== at;
      lastEnd = at + 2;
      at++;
    } else if (rules.isSingle(lead)) pairs++;
    else if (trail !== undefined) damaged++;
  }
  return { pairs, usual, frequent, beside, damaged };
}
