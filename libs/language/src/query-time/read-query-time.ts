import { NO_QUERY_TIME, type QueryMoment, type QueryTime, type TimeRelation } from '@total-recall/domain';
import type { Chrono, ParsedResult } from 'chrono-node';
import { findMonths } from './find-months.ts';
import { languagesOf } from './query-languages.ts';
import { asksBefore, asksParticipant, isClockTime, longUnitOf, orderOf, relationAt } from './time-words.ts';

/** Only this much of a query is read: questions name times, pasted text after them is ignored. */
const MAX_QUERY_CHARS = 1_000;
const MAX_MOMENTS = 8;
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** In lower case these are usually other words. */
const COMMON_WORDS = /(?<![\p{L}\p{N}])(?:may|march|august|mar|sun|sat|mon|wed|second)(?![\p{L}\p{N}])/u;
/** The library reads this as yesterday, but it usually means the last of several days. */
const LAST_DAY = /^(?:last|past) day$/iu;
const YEAR = /(?<![\p{L}\p{N}.:/#-])(?:19|20)\d\d(?![\p{L}\p{N}.:/-]*[\p{L}\p{N}])/gu;
const IN_IDENTIFIER = /[\p{L}\p{N}_./:#@\\-]/u;

interface FoundTime {
  readonly from: number;
  readonly to: number;
  readonly text: string;
  readonly result: ParsedResult;
}

/**
 * Finds the times that a query names, absolute or relative to `now`, in the languages of chrono-node. Days and
 * times of day are in UTC unless the query names a zone. Ignores parts of identifiers, and words that rarely
 * mean dates. Never throws.
 */
export function readQueryTime(query: string, now: number): QueryTime {
  const text = query.slice(0, MAX_QUERY_CHARS);
  const found = findTimes(text, now);
  const moments: QueryMoment[] = [];
  const named: string[] = [];
  let rest = text;
  const take = (words: string, moment: QueryMoment | undefined): void => {
    if (moment === undefined) return;
    rest = rest.replace(words, ' ');
    named.push(words);
    moments.push(moment);
  };
  for (const time of found) take(time.text, momentOf(text, time, now));
  for (const { month, year, text: words } of findMonths(rest))
    take(words, year === undefined ? { unit: 'month', month } : stretch('at', Date.UTC(year, month), Date.UTC(year, month + 1)));
  for (const [year] of rest.matchAll(YEAR)) take(year, stretch('at', Date.UTC(Number(year), 0), Date.UTC(Number(year) + 1, 0)));
  const order = orderOf(rest);
  const isBefore = !moments.some((moment) => moment.unit === 'stretch' && moment.relation === 'before') && asksBefore(rest);
  if (moments.length === 0 && order === undefined && !isBefore) return NO_QUERY_TIME;
  const certain = moments.length === 1 && found.length === 1 && moments[0]!.unit === 'stretch' && asksParticipant(rest);
  return {
    moments: moments.slice(0, MAX_MOMENTS),
    certain,
    words: named.join(' '),
    ...(order !== undefined && { order }),
    ...(isBefore && { asksBefore: true as const }),
  };
}

/** Finds times. If languages read the same words differently, the longest reading wins. */
function findTimes(query: string, now: number): FoundTime[] {
  const found = languagesOf(query).flatMap(({ chrono }) =>
    parse(chrono, query, now).map((result): FoundTime => ({
      from: result.index,
      to: result.index + result.text.length,
      text: result.text,
      result,
    })),
  );
  const kept: FoundTime[] = [];
  for (const time of found.toSorted((a, b) => b.text.length - a.text.length || a.from - b.from)) {
    if (!kept.some(({ from, to }) => time.from < to && from < time.to) && isTime(query, time)) kept.push(time);
  }
  return kept.toSorted((a, b) => a.from - b.from);
}

function parse(chrono: Chrono, query: string, now: number): ParsedResult[] {
  const read = (text: string): ParsedResult[] => chrono.parse(text, { instant: new Date(now), timezone: 0 });
  try {
    const results = read(query);
    const wrong = results.find((result) => !isForwards(result));
    if (wrong === undefined) return results;
    // In "from 3 May to 5 May" the library takes the first number for an hour, but not without "from".
    const word = /^\S+/.exec(wrong.text)![0].length;
    return read(query.slice(0, wrong.index) + ' '.repeat(word) + query.slice(wrong.index + word)).filter(isForwards);
  } catch {
    // A text on which the library fails names no time.
    return [];
  }
}

function isForwards({ start, end }: ParsedResult): boolean {
  return !end || end.date().getTime() > start.date().getTime();
}

function isTime(query: string, { from, to, text, result }: FoundTime): boolean {
  if (/[\p{L}\p{N}]/u.test(text[0]!) && from > 0 && IN_IDENTIFIER.test(query[from - 1]!) && !isUnspaced(text)) return false;
  if (/[\p{L}\p{N}]$/u.test(text) && /^[._/:#@\\-]?[\p{L}\p{N}_]/u.test(query.slice(to)) && !isUnspaced(text)) return false;
  const { start } = result;
  if (COMMON_WORDS.test(text) && !start.isCertain('year')) return false;
  const hasDate = start.isCertain('day') || start.isCertain('month') || start.isCertain('weekday');
  if (!hasDate && start.isCertain('hour')) return isClockTime(query, from, text);
  if (LAST_DAY.test(text)) return false;
  // Short day names are other words in other languages, and so are short month names in lower case.
  if (!hasDate) return start.get('day') !== null && /\p{L}/u.test(text);
  const isShort = text.length < 4 && !/\d/.test(text) && !isUnspaced(text);
  return !isShort || (start.isCertain('month') && /^\p{Lu}/u.test(text));
}

function isUnspaced(text: string): boolean {
  return /[\p{Script=Han}\p{Script=Hiragana}]/u.test(text);
}

function momentOf(query: string, { from, to, text, result }: FoundTime, now: number): QueryMoment | undefined {
  const relation = relationAt(query, from, to);
  const { start, end } = result;
  const known = (unit: 'year' | 'month' | 'day' | 'weekday' | 'hour'): boolean => start.isCertain(unit);
  if (end)
    return stretch('at', known('hour') ? start.date().getTime() : dayOf(start), known('hour') ? end.date().getTime() : dayOf(end) + DAY_MS);
  if (known('hour')) {
    const at = start.date().getTime();
    if (known('day') || known('weekday')) return stretch(relation, at, at + MINUTE_MS);
    return { unit: 'clock', minuteOfDay: Math.floor((at % DAY_MS) / MINUTE_MS) };
  }
  const day = dayOf(start);
  const unit = known('month') && !known('day') ? 'month' : longUnitOf(text);
  if (unit !== undefined && (known('year') || unit !== 'month' || !known('month'))) return longStretch(relation, unit, day);
  if (known('year') || !known('month')) return stretch(relation, ...past(day, known('weekday') && !known('day') ? 7 : 0, now));
  const date = new Date(day);
  const [month, dayOfMonth] = [date.getUTCMonth(), date.getUTCDate()];
  if (relation !== 'at') {
    const year = new Date(now).getUTCFullYear() - (Date.UTC(new Date(now).getUTCFullYear(), month, dayOfMonth) > now ? 1 : 0);
    const first = Date.UTC(year, month, known('day') ? dayOfMonth : 1);
    return stretch(relation, first, known('day') ? first + DAY_MS : Date.UTC(year, month + 1));
  }
  return known('day') ? { unit: 'day', month, day: dayOfMonth } : { unit: 'month', month };
}

type Components = ParsedResult['start'];

function dayOf(components: Components): number {
  return Date.UTC(components.get('year')!, components.get('month')! - 1, components.get('day')!);
}

/** Moves a day of the week to the past, because questions are about the past. */
function past(day: number, step: number, now: number): [number, number] {
  const at = step > 0 && day > now ? day - step * DAY_MS : day;
  return [at, at + DAY_MS];
}

function longStretch(relation: TimeRelation, unit: 'week' | 'month' | 'year', day: number): QueryMoment {
  const date = new Date(day);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (unit === 'month') return stretch(relation, Date.UTC(year, month), Date.UTC(year, month + 1));
  if (unit === 'year') return stretch(relation, Date.UTC(year, 0), Date.UTC(year + 1, 0));
  const monday = day - ((date.getUTCDay() + 6) % 7) * DAY_MS;
  return stretch(relation, monday, monday + 7 * DAY_MS);
}

function stretch(relation: TimeRelation, fromTime: number, toTime: number): QueryMoment {
  return { unit: 'stretch', relation, fromTime, toTime };
}
