/** The same strings, without line breaks in them, as text of their own: a piece of a string may keep the whole of it in memory. */
export function ownStrings(strings: readonly string[]): string[] {
  return strings.length === 0 ? [] : strings.join('\n').split('\n');
}
