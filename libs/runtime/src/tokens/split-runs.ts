/** Longest run that is not cut, in UTF-16 units; longer than any word. */
const MAX_RUN = 256;
/** Longest run of digits that is not cut. They are taken in groups of three, which a cut leaves as they are. */
const MAX_DIGITS = 255;

const LETTER = 1;
const MARK = 2;
const NUMBER = 4;
const SPACE = 8;
const LINE_END = 16;
const SLASH = 32;
const SIGN = 64;

/**
 * Classes that a character of each class may stand behind in one piece of the tokenizers' split patterns, whatever came
 * before. Marks belong to words in o200k and to signs in cl100k. Line ends belong to the signs or the spaces before them,
 * and a slash to the line ends before it, where signs began the piece (o200k). A single sign or space that begins a word,
 * the three digits of a number and the ending of "we're" are not counted: a piece is longer by a few characters at most.
 */
const GOES_ON: Readonly<Record<number, number>> = {
  [LETTER]: LETTER | MARK,
  [MARK]: LETTER | MARK | SIGN | SLASH,
  [NUMBER]: NUMBER,
  [SPACE]: SPACE | LINE_END,
  [LINE_END]: LINE_END | SPACE | SIGN | SLASH | MARK,
  [SLASH]: SLASH | SIGN | MARK | LINE_END,
  [SIGN]: SIGN | SLASH | MARK,
};

/** Classes by code point, filled as characters are met: a look-up is much faster than the patterns. */
const classes = new Uint8Array(0x110000);

/**
 * Cuts a text where characters that a tokenizer may take together run on for more than 256, because byte-pair merging is
 * quadratic in the length of such a run. Characters of several classes may alternate in a run: signs and line ends, for
 * example. The pieces joined are the text. No cut falls inside a surrogate pair. A cut changes the count by about one
 * token, and by up to three where repeated signs or spaces have long tokens of their own.
 */
export function splitLongRuns(text: string): string[] {
  if (text.length <= MAX_RUN) return [text];
  const pieces: string[] = [];
  let from = 0;
  let run = 0;
  let last = 0;
  for (let at = 0; at < text.length;) {
    const point = text.codePointAt(at)!;
    const kind = classOf(point);
    const width = point > 0xffff ? 2 : 1;
    if ((GOES_ON[kind]! & last) === 0) run = 0;
    else if (run + width > (kind === NUMBER ? MAX_DIGITS : MAX_RUN)) {
      pieces.push(text.slice(from, at));
      from = at;
      run = 0;
    }
    run += width;
    last = kind;
    at += width;
  }
  pieces.push(from === 0 ? text : text.slice(from));
  return pieces;
}

function classOf(point: number): number {
  return (classes[point] ||= findClass(String.fromCodePoint(point)));
}

function findClass(char: string): number {
  if (/\p{L}/u.test(char)) return LETTER;
  if (/\p{M}/u.test(char)) return MARK;
  if (/\p{N}/u.test(char)) return NUMBER;
  if (/[\r\n]/.test(char)) return LINE_END;
  if (/\s/.test(char)) return SPACE;
  return char === '/' ? SLASH : SIGN;
}
