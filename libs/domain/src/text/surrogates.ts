/** Returns true for the first half of a character of two UTF-16 units. */
export const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff;

/** Returns true for the second half of a character of two UTF-16 units. */
export const isLowSurrogate = (unit: number): boolean => unit >= 0xdc00 && unit <= 0xdfff;

/** Moves a place behind half a character to its beginning, and one past the end of the text to that end. */
export function wholeTo(text: string, at: number): number {
  return at > 0 && at < text.length && isLowSurrogate(text.charCodeAt(at)) ? at - 1 : Math.min(at, text.length);
}
