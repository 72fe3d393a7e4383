import fc from 'fast-check';

/**
 * Code points by the letter that a reader takes them for; from lists of confusable names, not from a table of the code
 * under test.
 */
const HOMOGLYPHS: Readonly<Record<string, readonly number[]>> = {
  a: [0x430, 0x251, 0x3b1, 0x13aa],
  c: [0x441, 0x3f2, 0x1d04],
  d: [0x501, 0x13e7, 0x256],
  e: [0x435, 0x4bd, 0x395, 0x13ac],
  i: [0x456, 0x131, 0x399, 0x13a5],
  k: [0x3ba, 0x43a, 0x39a],
  l: [0x4c0, 0x142, 0x1c0, 0x31],
  m: [0x3fa, 0x41c, 0x1d0d],
  n: [0x578, 0x3b7, 0x39d],
  o: [0x43e, 0x3bf, 0x585, 0x30],
  p: [0x440, 0x3c1, 0x420],
  r: [0x280, 0x1d26, 0x13a1],
  s: [0x455, 0x405, 0xa731],
  t: [0x3c4, 0x422, 0x1d1b],
  u: [0x57d, 0x3c5, 0x1d1c],
  v: [0x475, 0x3bd, 0x1d20],
  w: [0x51d, 0x461, 0x1d21],
  y: [0x443, 0x3b3, 0x28f],
};
const isLetter = (sign: string): boolean => /[a-z]/i.test(sign);
const offset = (sign: string, upper: number, lower: number): string =>
  String.fromCodePoint(/[A-Z]/.test(sign) ? upper + sign.charCodeAt(0) - 65 : lower + sign.charCodeAt(0) - 97);

/** Ways to write a letter that a model may read as that letter. */
const DISGUISES: readonly ((sign: string, pick: number) => string)[] = [
  (sign) => sign.toUpperCase(),
  (sign) => sign.toLowerCase(),
  (sign) => offset(sign, 0xff21, 0xff41),
  (sign) => offset(sign, 0x1d400, 0x1d41a),
  (sign) => offset(sign, 0x1d5d4, 0x1d5ee),
  (sign) => offset(sign, 0x24b6, 0x24d0),
  (sign) => `${sign}${String.fromCodePoint(0x301)}`,
  (sign, pick) => {
    const known = HOMOGLYPHS[sign.toLowerCase()];
    return known === undefined ? sign : String.fromCodePoint(known[pick % known.length]!);
  },
];
const everyOf = (property: RegExp, limit: number): string[] => {
  const found: string[] = [];
  for (let code = 0; code < 0xfffff && found.length < limit; code++) {
    const sign = String.fromCodePoint(code);
    if (!(code >= 0xd800 && code < 0xe000) && property.test(sign)) found.push(sign);
  }
  return found;
};
const INVISIBLE = everyOf(/\p{Default_Ignorable_Code_Point}/u, 300);
const BLANKS = everyOf(/[\p{Zs}\t]/u, 40);
/** Square brackets of other scripts and of typesetting. */
const BRACKETS = [0x5b, 0xff3b, 0x3010, 0x3014, 0x27e6, 0x2045, 0x23a1, 0x2e22].map((code) => String.fromCodePoint(code));
const ANGLES = [0x3c, 0xff1c, 0xfe64, 0x2039, 0x276e, 0x3008, 0x27e8, 0x2c2].map((code) => String.fromCodePoint(code));
const COLONS = [0x3a, 0xff1a, 0x2236, 0xa789].map((code) => String.fromCodePoint(code));

const anyOf = (signs: readonly string[]): fc.Arbitrary<string> => fc.constantFrom(...signs);
const mostly = <T>(usual: T, other: fc.Arbitrary<T>): fc.Arbitrary<T> =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(usual) }, { weight: 2, arbitrary: other });

function disguised(sign: string): fc.Arbitrary<string> {
  if (isLetter(sign))
    return mostly(
      sign,
      fc.tuple(fc.nat(DISGUISES.length - 1), fc.nat(9)).map(([how, pick]) => DISGUISES[how]!(sign, pick)),
    );
  if (sign === ' ') return mostly(sign, anyOf(BLANKS));
  if (sign === '[') return mostly(sign, anyOf(BRACKETS));
  if (sign === '<') return mostly(sign, anyOf(ANGLES));
  if (sign === ':') return mostly(sign, anyOf(COLONS));
  return fc.constant(sign);
}

/** Generates imitations of a text: other letters, invisible characters, other spaces in between. */
export function arbitraryLookAlike(text: string): fc.Arbitrary<string> {
  const hidden = mostly(
    '',
    fc.array(anyOf([...INVISIBLE, ...BLANKS]), { maxLength: 3 }).map((signs) => signs.join('')),
  );
  return fc
    .tuple(hidden, ...Array.from(text, (sign) => fc.tuple(disguised(sign), hidden).map((parts) => parts.join(''))))
    .map((parts) => parts.join(''));
}
