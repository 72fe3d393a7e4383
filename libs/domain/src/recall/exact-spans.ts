import { wordsIn } from '../terms/dense-words.ts';

/** A part of a query to match exactly; UTF-16 units, `end` exclusive. */
export interface ExactSpan {
  readonly start: number;
  readonly end: number;
  /** True for several words, which must follow each other, and for text of as many without spaces. */
  readonly isPhrase: boolean;
}

const MOST = 16;
/** Text in backticks, in double quotes, in the quotes of other scripts, and in single quotes between word boundaries. */
const QUOTED = new RegExp(
  [
    '`([^`\\n]{1,200})`',
    '"([^"\\n]{1,200})"',
    '[“„]([^”“\\n]{1,200})[”“]',
    '«([^»\\n]{1,200})»',
    '»([^«\\n]{1,200})«',
    '「([^」\\n]{1,200})」',
    '『([^』\\n]{1,200})』',
    String.raw`(?<![\p{L}\p{N}])[‘‚]([^‘’\n]{2,200}(?:’\p{L}[^‘’\n]{0,40}){0,4})[’‘](?![\p{L}\p{N}])`,
    String.raw`(?<![\p{L}\p{N}])'([^'\n]{2,200})'(?![\p{L}\p{N}])`,
  ].join('|'),
  'gu',
);
/** Names in camelCase. */
const CAMEL = /(?<![\p{L}\p{N}_])(?:[a-z][a-z0-9]*[A-Z]|[A-Z][a-z0-9]+[A-Z])[A-Za-z0-9]{0,80}/gu;
/**
 * Short ids: one to four letters with two digits and more behind them (`W4111`, `lh403`), and `#` with two digits and more.
 * Versions (`v12`), quantities, times and ordinals (`10am`, `5kg`, `2nd`), quarters (`Q3`) and bare numbers are none.
 */
const LETTER = String.raw`\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}`;
const SHORT_ID = new RegExp(
  [
    String.raw`(?<![${LETTER}\p{N}_.:/=@\\+~%?&$-])`,
    String.raw`#?(?:(?!v\d)[${LETTER}]{1,4}\d{2,8}|(?<=#)\d{2,8})`,
    String.raw`(?![${LETTER}\p{N}_]|[-.:/=@\\+~%?&$#,][${LETTER}\p{N}])`,
  ].join(''),
  'giu',
);

/** Finds the names, short ids and quotes of a query, in order, at most 16. Linear. */
export function exactSpans(query: string): ExactSpan[] {
  // Sixteen spans are kept in all, so no more than sixteen of each kind are looked for.
  const spans: ExactSpan[] = [];
  for (const match of query.matchAll(QUOTED).take(MOST)) {
    const text = match.slice(1).find((part) => part !== undefined)!;
    const start = match.index + 1;
    spans.push({ start, end: start + text.length, isPhrase: /\S\s+\S/.test(text) || wordsIn(text) >= 2 });
  }
  for (const names of [CAMEL, SHORT_ID]) {
    const apart = query
      .matchAll(names)
      .map((match): ExactSpan => ({ start: match.index, end: match.index + match[0].length, isPhrase: false }))
      .filter((name) => !spans.some((span) => span.start <= name.start && span.end >= name.end));
    spans.push(...apart.take(MOST).toArray());
  }
  return spans.sort((a, b) => a.start - b.start).slice(0, MOST);
}

/** Normalises a text for finding phrases: ignores case and white space. */
export function phraseForm(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}
