import { CHARSETS, type TextEncoding } from './charsets.ts';
import { charsetNamedWithin, guessCharset } from './guess-charset.ts';

const SAMPLED_BYTES = 64 * 1024;

/** Letters of other scripts that speak for text where nothing is said of the bytes, and most of them are above ASCII. */
const UNDECLARED_LETTERS = 40;

/**
 * Detects the most likely text encoding of bytes; undefined where they are no text. A byte order mark decides (that of UTF-32,
 * which is not read, makes them none); then the escapes of ISO-2022-JP, whose bytes would all be ASCII; then UTF-8, valid but for single places; then UTF-16, by the places of zero bytes or spaces; then the charset that the text
 * names at its own head; then what its letters speak for; else windows-1252. Bytes declared as text (`isDeclared`) need
 * less evidence.
 */
export function detectTextEncoding(bytes: Uint8Array, isDeclared: boolean): TextEncoding | undefined {
  if (hasUtf32Mark(bytes)) return undefined;
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (isIso2022Jp(bytes)) return 'iso-2022-jp';
  const { zeros, controls, high } = countBytes(bytes);
  const seen = Math.min(bytes.length, SAMPLED_BYTES);
  if (zeros === 0 && controls * 50 <= seen && isUtf8(bytes, false)) return 'utf-8';
  const wide = wideEncoding(bytes, isDeclared);
  if (wide) return wide;
  if (zeros > 0 || controls * 200 > seen) return undefined;
  const isMostlyHigh = !isDeclared && high * 3 > seen;
  const named = CHARSETS.get(charsetNamedWithin(bytes) ?? '');
  if (named !== undefined && !isUnicode(named)) return named;
  const guess = guessCharset(bytes);
  if (guess !== undefined && (!isMostlyHigh || guess.letters >= UNDECLARED_LETTERS)) return guess.encoding;
  return isMostlyHigh ? undefined : 'windows-1252';
}

/** Returns true for the byte order mark of UTF-32, of which the little-endian one begins with that of UTF-16. */
export function hasUtf32Mark([first, second, third, fourth]: Uint8Array): boolean {
  return first === 0xff ? second === 0xfe && third === 0 && fourth === 0 : first === 0 && second === 0 && third === 0xfe && fourth === 0xff;
}

const ESCAPE = 0x1b;
/** Signs that follow an escape to two Japanese sets of characters of two bytes, and to one of a byte that is nearly ASCII. */
const JAPANESE: ReadonlySet<string> = new Set(['$B', '$@', '(J']);

/** Looks at all bytes, as a single one above ASCII says that they are something else. */
function isIso2022Jp(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(ESCAPE); at !== -1; at = bytes.indexOf(ESCAPE, at + 1))
    if (JAPANESE.has(String.fromCharCode(...bytes.subarray(at + 1, at + 3)))) return bytes.every((byte) => byte !== 0 && byte < 0x80);
  return false;
}

const isUnicode = (encoding: TextEncoding): boolean => encoding.startsWith('utf-');

function countBytes(bytes: Uint8Array): { zeros: number; controls: number; high: number } {
  let zeros = 0;
  let controls = 0;
  let high = 0;
  for (let at = 0; at < bytes.length && at < SAMPLED_BYTES; at++) {
    const byte = bytes[at]!;
    if (byte === 0) zeros++;
    else if (isControl(byte)) controls++;
    else if (byte >= 0x80) high++;
  }
  return { zeros, controls, high };
}

const isControl = (code: number): boolean => code < 9 || (code > 13 && code < 32 && code !== 27) || code === 127;

/** One place of so many bytes may be damaged. */
const BYTES_A_DAMAGE = 1_000;

/**
 * Returns true for bytes that read as UTF-8, but for a character cut at either end and few damaged places. Without any
 * character of several bytes, what is damaged may as well be a letter of a single-byte encoding: then only bytes said to
 * be UTF-8 (`isNamed`) are taken for it.
 */
export function isUtf8(bytes: Uint8Array, isNamed: boolean): boolean {
  const { wide, damaged, cut } = countSequences(bytes);
  if (damaged === 0 && cut === 0) return true;
  const isRare = damaged * BYTES_A_DAMAGE <= bytes.length;
  return isNamed ? isRare || damaged <= wide : isRare && damaged < wide;
}

/** Counts over all bytes rather than a sample, because decoding loses any invalid byte. */
function countSequences(bytes: Uint8Array): { readonly wide: number; readonly damaged: number; readonly cut: number } {
  let wide = 0;
  let damaged = 0;
  let cut = 0;
  let at = 0;
  while (at < 3 && at < bytes.length && isContinuation(bytes[at]!)) at++;
  if (at > 0) cut++;
  while (at < bytes.length) {
    const width = widthOf(bytes[at]!);
    let read = 1;
    while (read < width && at + read < bytes.length && isContinuation(bytes[at + read]!)) read++;
    if (width > 1 && read === width) wide++;
    else if (width !== 1 && read < width && at + read === bytes.length) cut++;
    else if (width !== 1) damaged++;
    at += read;
  }
  return { wide, damaged, cut };
}

const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;

/** Returns the bytes of a character by its first one; 0 for a byte that starts none. */
function widthOf(first: number): number {
  if (first < 0x80) return 1;
  if (first < 0xc2 || first > 0xf4) return 0;
  return first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
}

interface WideCounts {
  /** Code units below U+0100, and those found in text of any language: spaces, line ends, full stops. */
  readonly narrow: number;
  readonly blanks: number;
  readonly wrong: number;
}

function wideEncoding(bytes: Uint8Array, isDeclared: boolean): TextEncoding | undefined {
  if (bytes.length < 2 || bytes.length % 2 === 1) return undefined;
  const units = Math.min(bytes.length, SAMPLED_BYTES) / 2;
  const little = countUnits(bytes, 0);
  const big = countUnits(bytes, 1);
  const [best, other, encoding] =
    little.narrow + little.blanks >= big.narrow + big.blanks ? [little, big, 'utf-16le' as const] : [big, little, 'utf-16be' as const];
  if (best.wrong * 100 > units) return undefined;
  // Latin text in 16 bits has a zero in every other byte. Text declared as such may be in any script; there its spaces
  // decide.
  if (best.narrow * 5 >= units && other.narrow * 20 <= units) return encoding;
  return isDeclared && best.blanks * 100 >= units && best.blanks > other.blanks * 4 ? encoding : undefined;
}

function countUnits(bytes: Uint8Array, highAt: 0 | 1): WideCounts {
  let narrow = 0;
  let blanks = 0;
  let wrong = 0;
  let isPairOpen = false;
  for (let at = 0; at + 1 < bytes.length && at < SAMPLED_BYTES; at += 2) {
    const unit = highAt === 0 ? bytes[at]! + bytes[at + 1]! * 256 : bytes[at + 1]! + bytes[at]! * 256;
    const isLow = unit >= 0xdc00 && unit < 0xe000;
    if (isPairOpen !== isLow || unit === 0 || unit === 0xfffe || unit === 0xffff || isControl(unit)) wrong++;
    else if (unit < 0x100) narrow++;
    if (unit === 0x20 || unit === 0x0a || unit === 0x3000 || unit === 0x3001 || unit === 0x3002) blanks++;
    isPairOpen = unit >= 0xd800 && unit < 0xdc00;
  }
  return { narrow, blanks, wrong };
}
