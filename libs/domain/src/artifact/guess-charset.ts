import { guessLatin, guessScript } from './guess-by-letters.ts';
import { guessWide } from './guess-wide.ts';
import type { GuessedCharset } from './letter-profiles.ts';

const SAMPLED_BYTES = 16 * 1024;

/**
 * Guesses the encoding of text that is no Unicode by the characters that its languages have most; undefined where none
 * explains the bytes better than windows-1252. Reads from the line of the first byte above ASCII on.
 */
export function guessCharset(bytes: Uint8Array): GuessedCharset | undefined {
  const first = bytes.findIndex((byte) => byte >= 0x80);
  if (first === -1) return undefined;
  const start = bytes.lastIndexOf(0x0a, first) + 1;
  const sample = bytes.subarray(Math.max(start, first - SAMPLED_BYTES / 2), first + SAMPLED_BYTES);
  return guessWide(sample) ?? guessScript(sample) ?? guessLatin(sample);
}

const HEAD_BYTES = 1_024;

/** Returns the label of the charset that text names at its own head: of XML, HTML or CSS. */
export function charsetNamedWithin(bytes: Uint8Array): string | undefined {
  const head = String.fromCharCode(...bytes.subarray(0, HEAD_BYTES));
  const named =
    /^\s*<\?xml\s[^>]*?encoding\s*=\s*["']([\w.:-]+)["']/i.exec(head) ??
    /<meta\s[^>]*?charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(head) ??
    /^@charset\s+"([\w.:-]+)"/i.exec(head);
  return named?.[1]?.toLowerCase();
}
