/**
 * Splits text into words for WordPiece, as BERT's uncased models were trained: no control characters, no accents, lower
 * case, and every punctuation mark and CJK ideograph a word of its own. It is lazy, so that the first words of a long
 * text cost no more than those of a short one. Special tokens written in the text, such as `[SEP]`, are plain text.
 */
export function* splitWords(text: string): Generator<string, void, undefined> {
  let word = '';
  for (const character of text) {
    const normal = character < '\u0080' ? character : normalise(character);
    for (const part of normal) {
      const kind = kindOf(part);
      if (kind === DROP) continue;
      if (kind === LETTER) {
        // A word longer than any of the vocabulary becomes one unknown word, so its rest is not kept.
        if (word.length < MAX_WORD_LENGTH) word += part.toLowerCase();
        continue;
      }
      if (word !== '') yield word;
      word = '';
      if (kind === ALONE) yield part;
    }
  }
  if (word !== '') yield word;
}

/** Limit on the length of a word in UTF-16 units, above WordPiece's own limit of 100 characters. */
const MAX_WORD_LENGTH = 256;

const LETTER = 0;
const SPACE = 1;
const ALONE = 2;
const DROP = 3;

/** Decomposes a character and removes its marks. The result may be several characters. */
function normalise(character: string): string {
  return character.normalize('NFD').replace(/\p{Mn}/gu, '');
}

function kindOf(character: string): number {
  const code = character.codePointAt(0)!;
  if (code < 0x80) return ASCII_KINDS[code]!;
  if (isIdeograph(code)) return ALONE;
  if (code === 0xff_fd || /\p{C}/u.test(character)) return DROP;
  if (/\p{White_Space}/u.test(character)) return SPACE;
  return /\p{P}/u.test(character) ? ALONE : LETTER;
}

const ASCII_KINDS = Uint8Array.from({ length: 0x80 }, (_, code) => {
  if (code === 9 || code === 10 || code === 13 || code === 32) return SPACE;
  if (code < 32 || code === 127) return DROP;
  return /[a-z0-9]/i.test(String.fromCodePoint(code)) ? LETTER : ALONE;
});

const IDEOGRAPHS: readonly (readonly [number, number])[] = [
  [0x4e_00, 0x9f_ff],
  [0x34_00, 0x4d_bf],
  [0x2_00_00, 0x2_a6_df],
  [0x2_a7_00, 0x2_b7_3f],
  [0x2_b7_40, 0x2_b8_1f],
  [0x2_b9_20, 0x2_ce_af],
  [0xf9_00, 0xfa_ff],
  [0x2_f8_00, 0x2_fa_1f],
];

function isIdeograph(code: number): boolean {
  return code >= 0x34_00 && IDEOGRAPHS.some(([first, last]) => code >= first && code <= last);
}
