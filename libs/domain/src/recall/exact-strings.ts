/** A string that people look up verbatim, with its weight relative to a bare number or path. */
export interface ExactString {
  readonly text: string;
  /** Offset of its first occurrence in the searched text, in UTF-16 units. */
  readonly at: number;
  readonly weight: number;
}

/** Weight of a place in a file or a named error, relative to a bare path or number. */
const PLACE = 1.5;
/** Weight of a date or a time, on the same scale. */
const TIME = 0.5;

/**
 * Matches places in files, error lines, paths, flags with a value, UUIDs, hashes, codes, ids and long numbers. Every
 * repeat is bounded.
 */
const EXACT_STRING = new RegExp(
  [
    String.raw`\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?)?\b|\b\d{1,2}:\d{2}:\d{2}\b`,
    String.raw`File "[^"\n]{1,200}", line \d{1,7}`,
    String.raw`\b[A-Z]\w{0,60}(?:Error|Exception|Warning)\b(?:: [^\n"]{3,160})?`,
    String.raw`(?<![\w.@/\\-])[\w.@/\\-]{1,200}\.\w{1,8}:\d{1,7}(?::\d{1,6})?`,
    String.raw`(?<![\w-])--?[a-z][\w-]{0,40}=[^\s"']{1,80}|(?<![\w-])--[a-z][\w-]{0,40} [^\s"'-][^\s"']{0,80}`,
    String.raw`\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b`,
    String.raw`(?<![\w.@-])(?:[\w.@-]{0,80}\/){1,16}[\w.@-]{1,80}`,
    String.raw`\b(?=[0-9a-f-]{0,63}\d)[0-9a-f]{7,64}\b`,
    String.raw`\b[A-Z][A-Z0-9]{0,40}_[A-Z0-9_]{1,60}\b`,
    String.raw`\bE[A-Z]{3,32}\b(?: [\w.:/-]{3,80})?`,
    String.raw`\b[a-z]{2,20}(?:_[a-z]{2,20}){0,3}_(?=[a-z]{0,24}\d)\w{3,32}\b`,
    String.raw`\b[A-Za-z]{1,6}[-_]?\d{3,12}\b`,
    String.raw`\b\d{5,20}\b`,
  ].join('|'),
  'g',
);
const IS_TIME = /^\d{4}-\d{2}-\d{2}|^\d{1,2}:\d{2}:/;
const IS_PLACE = /:\d|line \d|Error|Exception/;

/** Finds the exact strings of a text, without repeats, in order, at most `limit`. Linear. */
export function findExactStrings(text: string, limit = Number.POSITIVE_INFINITY): ExactString[] {
  const found = new Map<string, ExactString>();
  for (const match of text.matchAll(EXACT_STRING)) {
    if (found.size >= limit) break;
    const exact = match[0].trimEnd();
    if (!found.has(exact))
      found.set(exact, { text: exact, at: match.index, weight: IS_TIME.test(exact) ? TIME : IS_PLACE.test(exact) ? PLACE : 1 });
  }
  return [...found.values()];
}
