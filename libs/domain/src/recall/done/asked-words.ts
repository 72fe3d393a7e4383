/** Characters up to which a query is read as a question for what was done: a longer one names something. */
export const MAX_ASKED_CHARS = 200;

/** Matches the forms, alternatives of a regular expression, where no letter or number stands beside them. */
export function wholeWords(forms: string, flags: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${forms})(?![\\p{L}\\p{N}])`, flags);
}
