/** Encodings of text in bytes. */
export const TEXT_ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
export type TextEncoding = (typeof TEXT_ENCODINGS)[number];

const SAMPLED_BYTES = 64 * 1024;

/**
 * Detects the most likely text encoding of bytes; undefined where they are no text. A byte order mark decides; then
 * valid UTF-8; then UTF-16, by the places of zero bytes or spaces; then a single-byte encoding. Bytes declared as text
 * (`isDeclared`) need less evidence.
 */
export function detectTextEncoding(bytes: Uint8Array, isDeclared: boolean): TextEncoding | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes.length >= 2 && bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes.length >= 2 && bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const { zeros, controls, high } = countBytes(bytes);
  const seen = Math.min(bytes.length, SAMPLED_BYTES);
  if (zeros === 0 && controls * 50 <= seen && isUtf8(bytes)) return 'utf-8';
  const wide = wideEncoding(bytes, isDeclared);
  if (wide) return wide;
  if (zeros > 0 || controls * 200 > seen || high * (isDeclared ? 1 : 3) > seen) return undefined;
  return 'windows-1252';
}

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

/** Checks all bytes rather than a sample, because decoding would lose any invalid byte. */
function isUtf8(bytes: Uint8Array): boolean {
  for (let at = 0; at < bytes.length;) {
    const byte = bytes[at]!;
    const width = byte < 0x80 ? 1 : byte >= 0xc2 && byte < 0xe0 ? 2 : byte >= 0xe0 && byte < 0xf0 ? 3 : byte >= 0xf0 && byte < 0xf5 ? 4 : 0;
    if (width === 0 || at + width > bytes.length) return false;
    for (let k = 1; k < width; k++) if ((bytes[at + k]! & 0xc0) !== 0x80) return false;
    at += width;
  }
  return true;
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
