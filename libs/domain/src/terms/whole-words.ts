/** Returns the source of an expression for forms, its alternatives, where no letter or number of any script stands beside them. */
export function wholeWords(forms: string): string {
  return `(?<![\\p{L}\\p{N}])(?:${forms})(?![\\p{L}\\p{N}])`;
}
