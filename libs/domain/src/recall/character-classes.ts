/** Class of a character for the analyser. */
export const BREAK = 0;
export const WORD = 1;
/** Joins the parts of an identifier: `/ . _ - : = @ # + ~ % ? & $ \`. */
export const JOINER = 2;
/** Script written without spaces between words: indexed as overlapping pairs. */
export const DENSE = 3;

const UNKNOWN = 255;
const table = new Uint8Array(65_536).fill(UNKNOWN);
for (let code = 0; code < 128; code++) {
  const char = String.fromCharCode(code);
  table[code] = /[A-Za-z0-9]/.test(char) ? WORD : /[/._\-:=@#+~%?&$\\]/.test(char) ? JOINER : BREAK;
}

const DENSE_SCRIPTS = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const WORD_CHARACTER = /[\p{L}\p{N}\p{M}]/u;

function classify(char: string): number {
  return !WORD_CHARACTER.test(char) ? BREAK : DENSE_SCRIPTS.test(char) ? DENSE : WORD;
}

/** Returns the class of the character at `at`. A surrogate pair is one character, a lone surrogate a break. */
export function classAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code >= 0xd800 && code <= 0xdfff) {
    const whole = text.codePointAt(at)!;
    return whole > 0xffff ? classify(String.fromCodePoint(whole)) : BREAK;
  }
  const known = table[code]!;
  if (known !== UNKNOWN) return known;
  const found = classify(text[at]!);
  table[code] = found;
  return found;
}

/** Returns the number of code units of the character at `at`. */
export function widthAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  if (code < 0xd800 || code > 0xdbff) return 1;
  return text.codePointAt(at)! > 0xffff ? 2 : 1;
}
