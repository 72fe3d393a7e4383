import { z } from 'zod';
import { LIMITS } from '../limits.ts';

const encoder = new TextEncoder();

/** Checks the length in UTF-8 bytes, without encoding where the number of characters decides. */
function fitsBytes(text: string, maxBytes: number): boolean {
  return text.length * 3 <= maxBytes || (text.length <= maxBytes && encoder.encode(text).length <= maxBytes);
}

/**
 * Accepts well-formed text of at most `maxBytes` UTF-8 bytes. Half a surrogate pair is refused, because it could not be
 * returned unchanged.
 */
export function text(maxBytes: number) {
  return z
    .string()
    .max(maxBytes)
    .refine((value) => fitsBytes(value, maxBytes), `must be at most ${maxBytes} bytes of UTF-8`)
    .refine((value) => value.isWellFormed(), 'holds half of a surrogate pair; cut texts between characters');
}

/** Message for a text without a sign that can be seen. */
export const BLANK = 'is blank: say something that can be read';

/** Returns true for a text with a sign that can be seen: blanks and signs of no width alone tell nobody anything. */
export function isReadable(value: string): boolean {
  return /[\p{L}\p{N}\p{P}\p{S}]/u.test(value);
}

/** A short text of the caller's own: a tag, a title, a file path. */
export const label = text(LIMITS.labelLength * 4)
  .min(1)
  .max(LIMITS.labelLength);

/** Accepts any JSON object of at most `maxBytes` bytes when serialised. */
export function jsonObject(maxBytes: number) {
  return z
    .record(z.string().max(LIMITS.labelLength), z.unknown())
    .refine((value) => fitsBytes(JSON.stringify(value), maxBytes), `must be at most ${maxBytes} bytes as JSON`);
}
