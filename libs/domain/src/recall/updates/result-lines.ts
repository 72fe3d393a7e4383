import type { AsksFor, UpdatableEvent } from './updatable-event.ts';

/** A line of a result, split into subject and value. */
interface ResultLine {
  readonly about: string;
  readonly value: string;
  readonly passage: number;
}

const MAX_LINES = 10_000;
const MAX_LINE_CHARS = 200;
/** A setting: a key of letters, then its value. */
const SETTING = /^\s*[-*]?\s*["'`]?([\p{L}_$][\p{L}\p{N}_$. -]{0,58}?)["'`]?\s*[:=]\s*(\S.{0,120}?)[,;]?\s*$/u;
/** A log line describes one moment; the next one does not replace it. */
const MOMENT = /^\W*(?:\d{4}-\d\d-\d\d|\d\d?:\d\d|\d{10,13}\b|(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)\w* +\d)/iu;
const MOMENT_KEY = /^(?:time|timestamp|ts|date|at|when|duration|elapsed|took|pid)$/iu;
const NUMBER = /\p{N}[\p{N}.,:]*/gu;
const WORDS = /\p{L}{3,}/u;

/**
 * Matches two results of the same call if the later one gives another value for one thing: a line `key: value`, or a
 * line that differs only in its numbers, unique in each result. Lines that begin with a time belong to a log, and lines
 * of one form are rows of a list; neither counts. Returns the indexes of the passages.
 */
export function matchResultLines(
  older: Pick<UpdatableEvent, 'passages' | 'text'>,
  newer: Pick<UpdatableEvent, 'passages' | 'text'>,
  asks: AsksFor,
): { readonly older: number; readonly newer: number } | undefined {
  const before = linesOf(older);
  const after = linesOf(newer);
  for (const [about, line] of before) {
    const later = after.get(about);
    if (later === undefined || line.value === later.value) continue;
    if (asks(about) && !asks(line.value)) return { older: line.passage, newer: later.passage };
  }
  return undefined;
}

/** Indexes lines by subject, without forms that occur more than once in the passages or elsewhere in the event. */
function linesOf({ passages, text }: Pick<UpdatableEvent, 'passages' | 'text'>): Map<string, ResultLine> {
  const shown = passages.flatMap((own, passage) => readLines(own.text).map((line) => ({ ...line, passage })));
  const all = text === undefined ? shown : readLines(text);
  const forms = new Map<string, number>();
  for (const { about } of all) forms.set(formOf(about), (forms.get(formOf(about)) ?? 0) + 1);
  return new Map(shown.flatMap((line) => (forms.get(formOf(line.about)) === 1 ? [[line.about, line] as const] : [])));
}

const formOf = (about: string): string => about.replace(NUMBER, '#');

function readLines(text: string): Omit<ResultLine, 'passage'>[] {
  return text.split('\n', MAX_LINES).flatMap((line) => (line.length > MAX_LINE_CHARS || MOMENT.test(line) ? [] : (readLine(line) ?? [])));
}

function readLine(line: string): Omit<ResultLine, 'passage'> | undefined {
  const setting = SETTING.exec(line);
  if (setting !== null) {
    const [, key, value] = setting as unknown as [string, string, string];
    return MOMENT_KEY.test(key.trim()) ? undefined : { about: key.trim(), value };
  }
  const numbers = line.match(NUMBER);
  if (numbers === null || !WORDS.test(line)) return undefined;
  return { about: formOf(line).trim(), value: numbers.join(' ') };
}
