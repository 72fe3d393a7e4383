/**
 * Copies strings without line breaks into memory of their own. A substring may otherwise keep its whole source string
 * in memory.
 */
export function detachStrings(strings: readonly string[]): string[] {
  return strings.length === 0 ? [] : strings.join('\n').split('\n');
}
