/** Kinds of exact strings that a summary loses and a log keeps. Source: 002 §10A.1. */
export const STRING_KINDS = ['path', 'hash', 'error', 'parameter', 'id'] as const;
export type StringKind = (typeof STRING_KINDS)[number];

const PATTERNS: Readonly<Record<StringKind, RegExp>> = {
  // File with a line: `src/loom.ts:41`, `loom.ts:41:7`, `File "a/loom.py", line 41`.
  path: /(?<![\w/.-])(?:\/?(?:[\w.@-]{1,80}\/){0,12}[\w@-][\w.@-]{0,80}\.[A-Za-z]{1,8}:\d{1,6}(?::\d{1,5})?|File "[^"\n]{3,200}", line \d{1,6})(?![\w/])/g,
  hash: /(?<![\w/.-])(?=[0-9a-f]{0,63}[0-9])(?=[0-9a-f]{0,63}[a-f])[0-9a-f]{7,64}(?![\w-])/g,
  // System error names with their text, exceptions with their message, compiler codes.
  error:
    /(?<![\w.])(?:E(?:NOENT|ACCES|PERM|PIPE|EXIST|BUSY|INVAL|MFILE|NOSPC|NOTDIR|ISDIR|NOTEMPTY|NOTFOUND|AI_AGAIN|TIMEDOUT|CONN[A-Z]{4,8}|ADDR[A-Z]{5,9}|HOST[A-Z]{4,7}|NET[A-Z]{4,7}|RR_[A-Z_]{4,40}|RESOLVE)(?: [\w.:/-]{3,80})?|[A-Z]\w{1,60}(?:Error|Exception): [^\n"]{4,120}|(?:TS|CS|E|C|SQLSTATE )\d{4,5}\b)(?!\w)/g,
  parameter:
    /(?<![\w-])--(?!git )[a-z][\w-]{1,40}(?:=[\w./:,-]{1,60}| (?=[\w./:,-]{0,58}[0-9/])[\w./:,-]{1,60})(?: --[a-z][\w-]{1,40}=[\w./:,-]{1,60}){0,2}(?![\w=])/g,
  // UUIDs, prefixed numbers and keys (with at least three digits: `test_v2` is a name, no id), tickets.
  id: /(?<![\w-])(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}|[a-z]{2,20}(?:_[a-z]{2,20}){0,3}_(?=(?:[A-Za-z]{0,30}\d){3})[0-9A-Za-z]{4,32}|[A-Z]{2,8}-?\d{3,10})(?![\w-])/g,
};

const TIME =
  /(?<![\w.:-])(?:\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d{1,6})?)?(?:Z|[+-]\d{2}:?\d{2})?)?|\d{1,2}:\d{2}:\d{2})(?![\w:])/g;

/** Length of a text that is searched; the rest is not needed. */
const SEARCHED_CHARS = 2_000_000;

/** Finds the strings of a kind in a text, without repeats, in order, at most `limit`. */
export function stringsOfKind(text: string, kind: StringKind | 'time', limit = 200): string[] {
  const found = new Set<string>();
  const pattern = kind === 'time' ? TIME : PATTERNS[kind];
  for (const match of text.slice(0, SEARCHED_CHARS).matchAll(pattern)) {
    found.add(match[0].trimEnd());
    if (found.size === limit) break;
  }
  return [...found];
}

/** Finds the first string of a kind in a text. */
export function firstOfKind(text: string, kind: StringKind | 'time'): string | undefined {
  return stringsOfKind(text, kind, 1)[0];
}
