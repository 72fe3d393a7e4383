/** Words up to which a message gains all; a longer one less, as it holds a name or a date of something by chance. */
const SHORT_WORDS = 80;

/** Returns the share that a message gains of what a short one does, 0..1. */
export function shareOfShort(text: string): number {
  return Math.min(1, SHORT_WORDS / text.trim().split(/\s+/u).length);
}
