import { DAY_MS, namesTopic, NO_QUERY_TIME, type QueryMoment, type QueryTime } from '@total-recall/domain';
import { inYearBefore, inYearBehind, latest, startOfMonth, yearOf, type DayRange } from './day-ranges.ts';
import { findDaysOfMonth } from './find-days-of-month.ts';
import { findMonths, type NamedMonth } from './find-months.ts';
import { findStretches } from './find-stretches.ts';
import { findTimes } from './parse-times.ts';
import { joinClock, placedMoment, type PlacedMoment } from './place-moment.ts';
import { dayStretch, longStretch, stretch } from './stretch.ts';
import {
  asksBefore,
  asksParticipant,
  asksWhatHappened,
  isBetween,
  openingOf,
  orderOf,
  orderWordsOf,
  relationAt,
  timeWordsOf,
  type TimeWords,
} from './time-words.ts';

/** Only this much of a query is read: questions name times, pasted text after them is ignored. */
const MAX_QUERY_CHARS = 1_000;
const MAX_MOMENTS = 8;
const YEAR = /(?<![\p{L}\p{N}.:/#-])(?:19|20)\d\d(?![\p{L}\p{N}.:/-]*[\p{L}\p{N}])/gu;

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
  const [only] = moments.length === 1 && found.length === 1 && !isPasted(text, found[0]!) ? found : [];
  const asksSomebody = only !== undefined && asksParticipant(rest, words);
  const isAlone = only !== undefined && !namesTopic(rest) && (asksSomebody || asksWhatHappened(rest, words));
  const recurs = isAlone || (asksSomebody && only.moment.unit === 'day');
  const latest = recurs && isOfPast(only, now) ? only.days : undefined;
  return {
    moments: moments.slice(0, MAX_MOMENTS),
    certain: only?.moment.unit === 'stretch' && (isAlone || asksSomebody),
    ...(latest && { latest }),
    words: named.join(' '),
    ...(order !== undefined && { order, orderWords: orderWordsOf(rest, words, order) }),
    ...(isBefore && { asksBefore: true as const }),
  };
}

/** Half a year: of two days of one name, the nearer is meant. */
const NEARER_MS = 183 * DAY_MS;

/**
 * Returns true for days or a month without a year that were last nearer than they come again. "What do we do on 3 December"
 * asks in November for what is to come. There may be no such day: 29 February.
 */
function isOfPast({ moment, days }: PlacedMoment, now: number): boolean {
  if (days === undefined || moment.unit === 'stretch') return false;
  if (moment.unit === 'day' && new Date(days.fromTime).getUTCDate() !== moment.day) return false;
  return now - days.fromTime < NEARER_MS;
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
  const dated = read.filter((own) => !read.some((other) => other !== own && other.from <= own.from && own.to <= other.to));
  const numbered = findDaysOfMonth(others, words, now)
    .map(({ from, to, days }): PlacedMoment => ({ from, to, days, moment: dayStretch(relationAt(text, from, to, words), days, false) }))
    // "Between the 3rd and the 9th of May": the other end names the month of both.
    .filter((own) => !dated.some((other) => reachesOn(other, own) || isBetween(text, own, other, words)));
  const whole = dated.filter((own) => !numbered.some((other) => own.from < other.to && other.from < own.to));
  const named = stretches.map(({ from, to, fromTime, toTime, countsDays }): PlacedMoment => ({
    from,
    to,
    moment: { ...stretch('at', fromTime, toTime), ...(countsDays && { isRelative: true as const }) },
  }));
  const placed = [...whole, ...named, ...numbered];
  const rest = masked(text, placed);
  const months = findMonths(rest).map((month) => placedMonth(rest, month, words, now));
  const all = [...placed, ...months].sort((a, b) => a.from - b.from);
  const clocked = joinNeighbours(all, (before, own) => joinClock(text, before, own, words));
  const isJoined = (own: PlacedMoment): boolean =>
    clocked.some((other) => other.days && (isBetween(text, own, other, words) || isBetween(text, other, own, words)));
  return clocked.filter((own) => !own.isDoubtful || isJoined(own));
}

/** Joins each with the one behind it where they name one time together. */
function joinNeighbours(
  all: readonly PlacedMoment[],
  join: (before: PlacedMoment, own: PlacedMoment) => PlacedMoment | undefined,
): PlacedMoment[] {
  return all.reduce<PlacedMoment[]>((joined, own) => {
    const before = joined.at(-1);
    const both = before && join(before, own);
    return both ? [...joined.slice(0, -1), both] : [...joined, own];
  }, []);
}

/** Returns true where a time begins within another one or before it, and ends behind it. */
function reachesOn(own: PlacedMoment, other: PlacedMoment): boolean {
  return own.from < other.to && other.to < own.to;
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
  return joinNeighbours(found, (before, own) => {
    const days = isBetween(text, before, own, words) ? daysOfBoth(before, own) : undefined;
    const isYearless = before.isYearless === true && own.isYearless === true;
    const moment = days && { ...stretch('at', days.fromTime, days.toTime), ...(isYearless && { isYearless: true as const }) };
    return moment && { from: openingOf(text, before.from, words), to: own.to, days, moment };
  });
}

/** Returns the days from one date to another. Of a date without a year, the one that is nearest to the other is meant. */
function daysOfBoth(first: PlacedMoment, last: PlacedMoment): DayRange | undefined {
  if (!first.days || !last.days) return undefined;
  const { fromTime } = first.isYearless && !last.isYearless ? inYearBefore(first.days, last.days.fromTime) : first.days;
  const { toTime } = last.isYearless ? inYearBehind(last.days, fromTime) : last.days;
  return fromTime < toTime ? { fromTime, toTime } : undefined;
}
