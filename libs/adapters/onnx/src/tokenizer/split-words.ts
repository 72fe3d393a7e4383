/**
 * Splits text into the words that WordPiece cuts up, as BERT's uncased models were trained: control characters out, accents off,
 * lower case, every punctuation mark and CJK ideograph a word of its own. Lazy, so that the first words of a long text cost no more
 * than those of a short one. Special tokens such as `[SEP]` written in the text are text.
 */
export function* splitWords(text: string): Generator<string, void, undefined> {
  let word = '';
  for (const character of text) {
    const normal = character < '\u0080' ? character : normalise(character);
    for (const part of normal) {
      const kind = kindOf(part);
      if (kind === DROP) continue;
      if (kind === LETTER) {
        // What is longer than any word of the vocabulary becomes one unknown word; no need to keep more of it.
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

/** Beyond WordPiece's own limit of 100 characters, in UTF-16 units. */
const MAX_WORD_LENGTH = 256;

const LETTER = 0;
const SPACE = 1;
const ALONE = 2;
const DROP = 3;

/** Decomposed, without what marks the letters. A character that decomposes into several gives several. */
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
