/** A part of a query that is meant as it is written; UTF-16 units, `end` exclusive. */
export interface ExactSpan {
  readonly start: number;
  readonly end: number;
  /** More than one word: looked for as they follow each other. */
  readonly isPhrase: boolean;
}

const MOST = 16;
/** In backticks, in quotes of either kind (a single one begins behind a blank and ends before none but a stop), and names in camelCase. */
const QUOTED =
  /`([^`\n]{1,200})`|"([^"\n]{1,200})"|[“„]([^”“\n]{1,200})[”“]|«([^»\n]{1,200})»|(?<![\p{L}\p{N}])'([^'\n]{2,200})'(?![\p{L}\p{N}])/gu;
const CAMEL = /(?<![\p{L}\p{N}_])(?:[a-z][a-z0-9]*[A-Z]|[A-Z][a-z0-9]+[A-Z])[A-Za-z0-9]{0,80}/gu;

/** The names and quotes of a query, in its order, at most 16. Linear. */
export function exactSpans(query: string): ExactSpan[] {
  const spans: ExactSpan[] = [];
  for (const match of query.matchAll(QUOTED)) {
    const text = match.slice(1).find((part) => part !== undefined)!;
    const start = match.index + 1;
    spans.push({ start, end: start + text.length, isPhrase: /\S\s+\S/.test(text) });
  }
  for (const match of query.matchAll(CAMEL)) {
    const end = match.index + match[0].length;
    if (!spans.some((span) => span.start <= match.index && span.end >= end)) spans.push({ start: match.index, end, isPhrase: false });
  }
  return spans.sort((a, b) => a.start - b.start).slice(0, MOST);
}

/** The quoted phrases of a query as they are compared. */
export function quotedPhrases(query: string): string[] {
  return exactSpans(query).flatMap(({ start, end, isPhrase }) => (isPhrase ? [phraseForm(query.slice(start, end))] : []));
}

/** A text as phrases are looked for in it: case and white space aside. */
export function phraseForm(text: string): string {
  return text.toLowerCase().replace(/\s+/g, ' ').trim();
}
