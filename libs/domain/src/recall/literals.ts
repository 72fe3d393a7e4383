import { DAY_MS } from '../time/utc-day.ts';
import { exactSpans, phraseForm } from './exact-spans.ts';
import type { QueryTime } from './query-time.ts';

/** A text that a query names as it is written: a quoted phrase, or the clock time of a line of a log. */
export interface Literal {
  readonly kind: 'phrase' | 'clock';
  /** Texts whose words a passage must hold before it is read: one of each group. */
  readonly words: readonly (readonly string[])[];
  /** Returns true for a text that holds it. */
  readonly holds: (text: string) => boolean;
}

/** Most phrases and most clock times of one query that are looked for. */
const MOST = 4;
const CLOCK = /(?<![\p{L}\p{N}:.])([01]?\d|2[0-3]):([0-5]\d)(?::([0-5]\d))?(?![\p{N}]|:\d)(?:\s?([ap])\.?m\b)?/giu;
const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;
/** Scripts without spaces, where a word has no visible bounds. */
const UNSPACED = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
/** Punctuation that a writer puts inside the quotes though it belongs to his own sentence. */
const OWN_PUNCTUATION = /[.,;:!?…。、！？]+$/u;

/** Returns the quoted phrases of a query: several words in quotes or backticks. */
export function phraseLiterals(query: string): Literal[] {
  const phrases = exactSpans(query).flatMap(({ start, end, isPhrase }) => (isPhrase ? [query.slice(start, end)] : []));
  const forms = new Set(phrases.map((phrase) => phraseForm(phrase).replace(OWN_PUNCTUATION, '')).filter((form) => form !== ''));
  return [...forms].slice(0, MOST).map((form) => ({ kind: 'phrase', words: [[form]], holds: (text) => holdsPhrase(text, form) }));
}

/** Returns the query without its quoted phrases and clock times. */
export function withoutLiterals(query: string): string {
  const unquoted = exactSpans(query)
    .filter(({ isPhrase }) => isPhrase)
    .reduceRight((rest, { start, end }) => `${rest.slice(0, start)} ${rest.slice(end)}`, query);
  return unquoted.replace(CLOCK, ' ');
}

/** Returns true where a text holds a phrase in the form of `phraseForm`, not as a part of longer words. */
export function holdsPhrase(text: string, form: string): boolean {
  const folded = phraseForm(text);
  for (let at = folded.indexOf(form); at >= 0; at = folded.indexOf(form, at + 1)) {
    const end = at + form.length;
    if (isBound(folded[at - 1], form[0]!) && isBound(folded[end], form.at(-1)!)) return true;
  }
  return false;
}

/** Returns true where a word may begin or end between two characters. */
function isBound(outside: string | undefined, inside: string): boolean {
  if (outside === undefined || UNSPACED.test(inside) || UNSPACED.test(outside)) return true;
  return !LETTER_OR_DIGIT.test(outside) || !LETTER_OR_DIGIT.test(inside);
}

/** Words for those who talk, as the subject of a sentence: what they said or did at a time is known by the time of a message. */
const TALKERS = new Set('i we you ich wir ihr je j nous tu vous yo nosotros tú io noi eu nós você ik wij jij jag vi я мы ты вы'.split(' '));
const WORD = /[\p{L}\p{M}]+/gu;
const DATE = /(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)/g;

/**
 * Returns the clock times of a query, as lines of a log bear them: `10:03` is also that of `2026-11-12T10:03:53Z`. Where
 * the query names a day, a line with the date of another one does not hold it. None where it asks of those who talk.
 */
export function clockLiterals(query: string, time: Pick<QueryTime, 'moments'>): Literal[] {
  if (
    query
      .toLowerCase()
      .matchAll(WORD)
      .some(([word]) => TALKERS.has(word))
  )
    return [];
  const days = daysOf(query, time);
  const found = query.matchAll(CLOCK).map(([, hour, minutes, seconds, half]): Literal => {
    const named = Number(hour);
    const hours = half === undefined ? named : (named % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
    const written = [...new Set([String(hours), String(hours).padStart(2, '0')])];
    const clock = new RegExp(`(?<![\\d:.])(?:${written.join('|')}):${minutes}${seconds === undefined ? '(?!\\d)' : `:${seconds}(?!\\d)`}`);
    const words = [written.flatMap((text) => [text, `t${text}`]), minutesOf(minutes!, seconds)];
    if (seconds !== undefined) words.push([seconds, `${seconds}z`]);
    return { kind: 'clock', words, holds: (text) => text.split('\n').some((line) => clock.test(line) && isOfDay(line, days)) };
  });
  return [...found.take(MOST)];
}

const minutesOf = (minutes: string, seconds: string | undefined): string[] =>
  seconds === undefined ? [minutes, `${minutes}z`] : [minutes];

/**
 * Returns the ends of the dates that lines of the day bear which a query names: `-11-23`, with the year where it is known.
 * Lines and dates are compared as they are written, as either may have an offset from UTC. A day that is counted from the
 * asking person's may be the one beside in UTC.
 */
function daysOf(query: string, { moments }: Pick<QueryTime, 'moments'>): readonly string[] | undefined {
  const written = query.match(DATE);
  if (written !== null) return written;
  for (const moment of moments) {
    if (moment.unit === 'stretch' && moment.relation === 'at' && moment.toTime - moment.fromTime <= DAY_MS) {
      const around = moment.isRelative === true ? [-1, 0, 1] : [0];
      return around.map((days) => new Date(moment.fromTime + days * DAY_MS).toISOString().slice(0, 10));
    }
    if (moment.unit === 'day') return [`-${String(moment.month + 1).padStart(2, '0')}-${String(moment.day).padStart(2, '0')}`];
  }
  return undefined;
}

function isOfDay(line: string, days: readonly string[] | undefined): boolean {
  const dates = days === undefined ? null : line.match(DATE);
  return dates === null || dates.some((date) => days!.some((day) => date.endsWith(day)));
}
