const MIN_CHARACTERS = 16;

/** Returns all texts of more than one word anywhere in a value. */
export function stringsOf(value: unknown): string[] {
  if (typeof value === 'string') return value.length >= MIN_CHARACTERS && /\s/.test(value) ? [value] : [];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(stringsOf) : [];
}
