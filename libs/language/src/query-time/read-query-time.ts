import { NO_QUERY_TIME, type QueryMoment, type QueryTime } from '@total-recall/domain';
import type { Chrono, ParsedResult } from 'chrono-node';
import { findMonths, type NamedMonth } from './find-months.ts';
import { findStretches } from './find-stretches.ts';
import { detectLanguages } from './query-languages.ts';
import {
  asksBefore,
  asksParticipant,
  isBetween,
  isClockTime,
  isNext,
  isVague,
  isWeekend,
  longUnitOf,
  movedDate,
  movedDayAt,
  orderOf,
  relationAt,
  timeWordsOf,
  writtenRanges,
  type SaidRelation,
  type TimeWords,
} from './time-words.ts';

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
  readonly chrono: Chrono;
}

/** A time with its place in the query. */
interface PlacedMoment {
  readonly from: number;
  readonly to: number;
  readonly moment: QueryMoment;
  /** The days that it takes, where it names days or a month; ends in `toTime`. */
  readonly days?: DayRange;
  /** No year is named: the days are the latest that have begun. */
  readonly isYearless?: boolean;
  /** Its name is usually another word: it counts only where it is joined with another date. */
  readonly isDoubtful?: boolean;
}

interface DayRange {
  readonly fromTime: number;
  readonly toTime: number;
}

/**
 * Finds the times that a query names, absolute or relative to `now`, in the languages of chrono-node. Days and
 * times of day are in UTC unless the query names a zone. Ignores parts of identifiers, and words that rarely
 * mean dates. Never throws.
 */
export function readQueryTime(query: string, now: number): QueryTime {
  const text = query.slice(0, MAX_QUERY_CHARS);
  const words = timeWordsOf(text);
  const found = joinBetween(text, findMoments(text, words, now), words);
  const moments = found.map(({ moment }) => moment);
  const named = found.map(({ from, to }) => text.slice(from, to));
  let rest = masked(text, found);
  const take = (said: string, moment: QueryMoment): void => {
    rest = rest.replace(said, ' ');
    named.push(said);
    moments.push(moment);
  };
  const unnamed = rest;
  for (const { 0: year, index } of unnamed.matchAll(YEAR))
    take(year, longStretch(relationAt(unnamed, index, index + year.length, words), 'year', Date.UTC(Number(year), 0)));
  const order = orderOf(rest, words);
  const isBefore = !moments.some((moment) => moment.unit === 'stretch' && moment.relation === 'before') && asksBefore(rest, words);
  if (moments.length === 0 && order === undefined && !isBefore) return NO_QUERY_TIME;
  const certain =
    moments.length === 1 &&
    found.length === 1 &&
    moments[0]!.unit === 'stretch' &&
    asksParticipant(rest, words) &&
    !isPasted(text, found[0]!);
  return {
    moments: moments.slice(0, MAX_MOMENTS),
    certain,
    words: named.join(' '),
    ...(order !== undefined && { order }),
    ...(isBefore && { asksBefore: true as const }),
  };
}

/** A line break, and seconds, stand in what is pasted: the time of a log line, which says little about when it was told. */
function isPasted(text: string, { from, to }: PlacedMoment): boolean {
  return text.trim().includes('\n') || /\d:\d\d:\d\d/.test(text.slice(from, to));
}

/** Blanks out places of a text, so that the others stay where they are. */
function masked(text: string, places: readonly { readonly from: number; readonly to: number }[]): string {
  return places.reduce((rest, { from, to }) => rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to), text);
}

/** Finds the times that have a place of their own, in order. */
function findMoments(text: string, words: TimeWords, now: number): PlacedMoment[] {
  const stretches = findStretches(text, words, now);
  const others = masked(text, stretches);
  const read = findTimes(others, words, now).map((time) => placedMoment(others, time, words, now));
  const whole = read.filter((own) => !read.some((other) => other !== own && other.from <= own.from && own.to <= other.to));
  const named = stretches.map(({ from, to, fromTime, toTime, countsDays }): PlacedMoment => ({
    from,
    to,
    moment: { ...stretch('at', fromTime, toTime), ...(countsDays && { isRelative: true as const }) },
  }));
  const placed = [...whole, ...named];
  const rest = masked(text, placed);
  const months = findMonths(rest).map((month) => placedMonth(rest, month, words, now));
  const all = [...placed, ...months].sort((a, b) => a.from - b.from);
  const isJoined = (own: PlacedMoment): boolean =>
    all.some((other) => other.days && (isBetween(text, own, other, words) || isBetween(text, other, own, words)));
  return all.filter((own) => !own.isDoubtful || isJoined(own));
}

function placedMonth(query: string, { month, year, at, text, isDoubtful }: NamedMonth, words: TimeWords, now: number): PlacedMoment {
  const to = at + text.length;
  const fromTime = year === undefined ? latest(Date.UTC(yearOf(now), month), now) : Date.UTC(year, month);
  const relation = relationAt(query, at, to, words);
  const isYearless = year === undefined;
  const moment = isYearless && relation === 'at' ? ({ unit: 'month', month } as const) : longStretch(relation, 'month', fromTime);
  return { from: at, to, moment, days: { fromTime, toTime: startOfMonth(fromTime, 1) }, isYearless, isDoubtful };
}

/** Joins two dates that a query asks for the time between. */
function joinBetween(text: string, found: readonly PlacedMoment[], words: TimeWords): PlacedMoment[] {
  const joined: PlacedMoment[] = [];
  for (const own of found) {
    const before = joined.at(-1);
    const days = before && isBetween(text, before, own, words) ? daysOfBoth(before, own) : undefined;
    if (before && days) {
      joined.pop();
      joined.push({ from: before.from, to: own.to, days, moment: stretch('at', days.fromTime, days.toTime) });
    } else joined.push(own);
  }
  return joined;
}

/** Returns the days from one date to another. Of a date without a year, the one that is nearest to the other is meant. */
function daysOfBoth(first: PlacedMoment, last: PlacedMoment): DayRange | undefined {
  if (!first.days || !last.days) return undefined;
  const { fromTime } = first.isYearless && !last.isYearless ? inYearBefore(first.days, last.days.fromTime) : first.days;
  const { toTime } = last.isYearless ? inYearBehind(last.days, fromTime) : last.days;
  return fromTime < toTime ? { fromTime, toTime } : undefined;
}

/** The same days of the latest year in which they begin by then. */
function inYearBefore(days: DayRange, time: number): DayRange {
  const own = inYear(days, yearOf(time));
  return own.fromTime > time ? inYear(days, yearOf(time) - 1) : own;
}

/** The same days of the first year in which they do not begin before then. */
function inYearBehind(days: DayRange, time: number): DayRange {
  const own = inYear(days, yearOf(time));
  return own.fromTime < time ? inYear(days, yearOf(time) + 1) : own;
}

function inYear({ fromTime, toTime }: DayRange, year: number): DayRange {
  const years = year - yearOf(fromTime);
  const moved = (day: number): number => {
    const date = new Date(day);
    return Date.UTC(date.getUTCFullYear() + years, date.getUTCMonth(), date.getUTCDate());
  };
  return { fromTime: moved(fromTime), toTime: moved(toTime) };
}

/** Finds times. If languages read the same words differently, the longest reading wins. */
function findTimes(query: string, words: TimeWords, now: number): FoundTime[] {
  const { languages } = detectLanguages(query);
  const read = (text: string): FoundTime[] =>
    languages.flatMap(({ chrono }) => parse(chrono, text, now).map((result) => placed(chrono, result, 0)));
  const ranges = writtenRanges(query, words).map(({ text, from, joinsAt }) =>
    read(text)
      .filter((time) => time.result.end && time.from < joinsAt && joinsAt < time.to)
      .map((time) => ({ ...time, from })),
  );
  const found = [...ranges.flat(), ...read(query)].map((time) => unmoved(time, words, now));
  const kept: FoundTime[] = [];
  for (const time of found.toSorted((a, b) => b.text.length - a.text.length || a.from - b.from)) {
    if (!kept.some(({ from, to }) => time.from < to && from < time.to) && isTime(query, time)) kept.push(time);
  }
  return kept.toSorted((a, b) => a.from - b.from);
}

function placed(chrono: Chrono, result: ParsedResult, offset: number): FoundTime {
  const from = offset + result.index;
  return { from, to: from + result.text.length, text: result.text, result, chrono };
}

/** Leaves the words that move a date by a day to `movedDayAt`: the library counts from the next 3 May, not the last. */
function unmoved(time: FoundTime, words: TimeWords, now: number): FoundTime {
  const at = movedDate(time.text, words);
  const [date] = at === 0 ? [] : parse(time.chrono, time.text.slice(at), now);
  return date === undefined ? time : placed(time.chrono, date, time.from + at);
}

function parse(chrono: Chrono, query: string, now: number): ParsedResult[] {
  const read = (text: string): ParsedResult[] => chrono.parse(text, { instant: new Date(now), timezone: 0 });
  try {
    const results = read(query);
    const wrong = results.find((result) => !isPossible(result));
    if (wrong === undefined) return results;
    // In "from 3 May to 5 May" the library takes the first number for an hour, but not without "from".
    const word = /^\S+/.exec(wrong.text)![0].length;
    return read(query.slice(0, wrong.index) + ' '.repeat(word) + query.slice(wrong.index + word)).filter(isPossible);
  } catch {
    // A text on which the library fails names no time.
    return [];
  }
}

/** Returns true for a time that can be: no range that ends before it begins, and no hour of a month. */
function isPossible({ start, end }: ParsedResult): boolean {
  if (start.isCertain('hour') && start.isCertain('month') && !start.isCertain('day')) return false;
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

/** Reads what a time says, with the words before it that move it by a day. */
function placedMoment(query: string, time: FoundTime, words: TimeWords, now: number): PlacedMoment {
  const { from, to } = time;
  const days = daysOf(time, now);
  const moved = days && movedDayAt(query, from, words);
  if (moved) {
    const range = dayAt(days.fromTime + moved.days * DAY_MS);
    return { from: moved.from, to, days: range, moment: dayStretch('at', range, isRelative(time, now)) };
  }
  const named = days ?? monthOf(time, now);
  const { start } = time.result;
  const isYearless = start.isCertain('month') && !start.isCertain('year');
  return { from, to, moment: momentOf(time, relationAt(query, from, to, words), now), ...(named && { days: named, isYearless }) };
}

/** Returns the days of a time that is a month: without a year of the latest that has begun. */
function monthOf({ result: { start, end } }: FoundTime, now: number): DayRange | undefined {
  if (end || !isMonth(start)) return undefined;
  const first = startOfMonth(dayOf(start));
  const fromTime = start.isCertain('year') ? first : latest(first, now);
  return { fromTime, toTime: startOfMonth(fromTime, 1) };
}

/** Returns the day of a time that names one: without a year the latest that has begun. */
function daysOf({ result: { start, end }, text }: FoundTime, now: number): DayRange | undefined {
  if (end || start.isCertain('hour') || longUnit(start, text) !== undefined) return undefined;
  const day = dayOf(start);
  if (isWeekend(text)) return weekendOf(day, now);
  if (start.isCertain('day') && start.isCertain('month') && !start.isCertain('year')) return dayAt(latest(day, now));
  const isLater = start.isCertain('weekday') && !start.isCertain('day') && day > now && !isNext(text);
  return dayAt(isLater ? day - 7 * DAY_MS : day);
}

/** The weekend that a day lies in, or that is nearest to it, if that has begun; else the one before. */
function weekendOf(day: number, now: number): DayRange {
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  const saturday = day + (weekday < 2 ? -2 - weekday : 5 - weekday) * DAY_MS;
  const fromTime = saturday > now ? saturday - 7 * DAY_MS : saturday;
  return { fromTime, toTime: fromTime + 2 * DAY_MS };
}

function longUnit(start: Components, text: string): ReturnType<typeof longUnitOf> {
  if (isMonth(start)) return 'month';
  return start.isCertain('weekday') || isWeekend(text) ? undefined : longUnitOf(text);
}

/** Returns the same day of the latest year in which it has begun. */
function latest(day: number, now: number): number {
  const date = new Date(day);
  const inYear = (year: number): number => Date.UTC(year, date.getUTCMonth(), date.getUTCDate());
  const year = yearOf(now);
  return inYear(year) > now ? inYear(year - 1) : inYear(year);
}

function yearOf(time: number): number {
  return new Date(time).getUTCFullYear();
}

/** Returns true for a day that is another one when it is asked for later. */
function isRelative({ text, result, chrono }: FoundTime, now: number): boolean {
  const [later] = parse(chrono, text, now + 45 * DAY_MS);
  return later !== undefined && dayOf(later.start) !== dayOf(result.start);
}

function momentOf(time: FoundTime, relation: SaidRelation, now: number): QueryMoment {
  const { text, result } = time;
  const { start, end } = result;
  const known = (unit: 'year' | 'month' | 'day' | 'weekday' | 'hour'): boolean => start.isCertain(unit);
  if (end)
    return known('hour') ? stretch('at', start.date().getTime(), end.date().getTime()) : stretch('at', ...daysBetween(result, text, now));
  const at = known('hour') ? start.date().getTime() : dayOf(start);
  if (relation === 'at' && isVague(text) && at < now) return stretch('at', now - 2 * (now - at), now - (now - at) / 2);
  if (known('hour')) {
    if (known('day') || known('weekday')) return stretch(relation, at, at + MINUTE_MS);
    return { unit: 'clock', minuteOfDay: Math.floor((at % DAY_MS) / MINUTE_MS) };
  }
  const unit = longUnit(start, text);
  if (unit !== undefined && (known('year') || !known('month'))) return longStretch(relation, unit, at);
  const days = daysOf(time, now);
  const date = new Date(at);
  if (days === undefined) {
    const month = latest(Date.UTC(date.getUTCFullYear(), date.getUTCMonth()), now);
    return relation === 'at' ? { unit: 'month', month: date.getUTCMonth() } : longStretch(relation, 'month', month);
  }
  if (relation === 'at' && known('month') && !known('year')) return { unit: 'day', month: date.getUTCMonth(), day: date.getUTCDate() };
  return dayStretch(relation, days, isRelative(time, now));
}

/** Returns the days from one to another, of a month to its end; without a year, and of weekdays, the latest that have begun. */
function daysBetween({ start, end }: ParsedResult, text: string, now: number): [number, number] {
  const [from, last] = [isMonth(start) ? startOfMonth(dayOf(start)) : dayOf(start), dayOf(end!)];
  const until = (day: number): number => (isMonth(end!) ? startOfMonth(day, 1) : day + DAY_MS);
  if (start.isCertain('year') || end!.isCertain('year')) return [from, until(last)];
  if (!start.isCertain('month')) {
    const back = start.isCertain('weekday') && from > now && !isNext(text) ? 7 * DAY_MS : 0;
    return [from - back, until(end!.isCertain('day') ? last : last - back)];
  }
  const moved = latest(from, now);
  return [moved, until(moved === from ? last : latest(last, moved + 366 * DAY_MS))];
}

function isMonth(components: Components): boolean {
  return components.isCertain('month') && !components.isCertain('day');
}

function startOfMonth(day: number, months = 0): number {
  const date = new Date(day);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months);
}

type Components = ParsedResult['start'];

function dayOf(components: Components): number {
  return Date.UTC(components.get('year')!, components.get('month')! - 1, components.get('day')!);
}

function dayAt(fromTime: number): DayRange {
  return { fromTime, toTime: fromTime + DAY_MS };
}

function dayStretch(relation: SaidRelation, { fromTime, toTime }: DayRange, relative: boolean): QueryMoment {
  return { ...stretch(relation, fromTime, toTime), ...(relative && { isRelative: true as const }) };
}

function longStretch(relation: SaidRelation, unit: 'week' | 'month' | 'year', day: number): QueryMoment {
  const date = new Date(day);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (unit === 'month') return stretch(relation, Date.UTC(year, month), Date.UTC(year, month + 1));
  if (unit === 'year') return stretch(relation, Date.UTC(year, 0), Date.UTC(year + 1, 0));
  const monday = day - ((date.getUTCDay() + 6) % 7) * DAY_MS;
  return stretch(relation, monday, monday + 7 * DAY_MS);
}

function stretch(relation: SaidRelation, fromTime: number, toTime: number): QueryMoment & { readonly unit: 'stretch' } {
  if (relation === 'upTo') return { unit: 'stretch', relation: 'before', fromTime: toTime, toTime };
  return { unit: 'stretch', relation, fromTime, toTime };
}
