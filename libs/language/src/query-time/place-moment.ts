import type { QueryMoment } from '@total-recall/domain';
import { DAY_MS } from '@total-recall/domain';
import type { ParsedResult } from 'chrono-node';
import { dayAt, dayOf, isMonth, latest, startOfMonth, weekendOf, type Components, type DayRange } from './day-ranges.ts';
import { isClock, parse, type FoundTime } from './parse-times.ts';
import { dayStretch, longStretch, stretch } from './stretch.ts';
import {
  isClockOf,
  isNext,
  isVague,
  isWeekend,
  longUnitOf,
  movedDayAt,
  openingOf,
  relationAt,
  type SaidRelation,
  type TimeWords,
} from './time-words.ts';

const MINUTE_MS = 60_000;

/** A time with its place in the query. */
export interface PlacedMoment {
  readonly from: number;
  readonly to: number;
  readonly moment: QueryMoment;
  /** The days that it takes, where it names days, a month, or one time of a day; ends in `toTime`. */
  readonly days?: DayRange;
  /** Set for a time of day without its date, or two: minutes of that day, and the end of the last one's. */
  readonly clock?: { readonly fromMinute: number; readonly toMinute?: number };
  /** No year is named: the days are the latest that have begun. */
  readonly isYearless?: boolean;
  /** Its name is usually another word: it counts only where it is joined with another date. */
  readonly isDoubtful?: boolean;
}

/** Reads what a time says, with the words before it that move it by a day. */
export function placedMoment(query: string, time: FoundTime, words: TimeWords, now: number): PlacedMoment {
  const { from, to } = time;
  const days = daysOf(time, now);
  const moved = days && movedDayAt(query, from, words);
  if (moved) {
    const range = dayAt(days.fromTime + moved.days * DAY_MS);
    return { from: moved.from, to, days: range, moment: dayStretch('at', range, isRelative(time, now)) };
  }
  const moment = momentOf(time, relationAt(query, from, to, words), now);
  const clock = clockOf(time);
  const named = days ?? monthOf(time, now) ?? (clock ? undefined : minuteOf(time, now));
  return {
    from: time.result.end ? openingOf(query, from, words) : from,
    to,
    moment,
    ...(named && { days: named, isYearless: isYearless(time) }),
    ...(clock && { clock }),
    ...(time.isDoubtful && { isDoubtful: true }),
  };
}

/** Returns true where no year is named: the date recurs. A weekday, or a number of days ago, does not. */
function isYearless({ result: { start, end } }: FoundTime): boolean {
  return start.isCertain('month') && !start.isCertain('year') && end?.isCertain('year') !== true;
}

function clockOf({ result }: FoundTime): PlacedMoment['clock'] {
  if (!isClock(result)) return undefined;
  const minuteOf = (part: Components): number => Math.floor((part.date().getTime() - dayOf(part)) / MINUTE_MS);
  const { start, end } = result;
  return { fromMinute: minuteOf(start), ...(end && { toMinute: minuteOf(end) + 1 }) };
}

function minuteOf(time: FoundTime, now: number): DayRange | undefined {
  const { start, end } = time.result;
  if (end || !start.isCertain('hour')) return undefined;
  const at = hourIn(time, now)(start);
  return { fromTime: at, toTime: at + MINUTE_MS };
}

/** Reads an hour on the day that is meant: the library takes the nearest day, but what is remembered was before. */
function hourIn(time: FoundTime, now: number): (part: Components) => number {
  return (part) => part.date().getTime() - dayOf(time.result.start) + namedDays(time, now).fromTime;
}

/**
 * Joins a day and a time of day behind it: "on 3 May between 9:00 and 10:00". A limit does not reach beyond that day. The
 * minute that is named last is within, as the last of several days is.
 */
export function joinClock(query: string, date: PlacedMoment, clock: PlacedMoment, words: TimeWords): PlacedMoment | undefined {
  if (!date.days || !clock.clock || date.days.toTime - date.days.fromTime !== DAY_MS) return undefined;
  if (date.moment.unit === 'stretch' && date.moment.relation !== 'at') return undefined;
  if (!isClockOf(query, date, clock, words)) return undefined;
  const { fromTime: day, toTime: dayEnd } = date.days;
  const { fromMinute, toMinute } = clock.clock;
  const relation = relationAt(query, clock.from, clock.to, words);
  const at = day + fromMinute * MINUTE_MS;
  const till = day + (toMinute ?? fromMinute + 1) * MINUTE_MS;
  const named =
    toMinute === undefined ? { at: [at, till], after: [at, dayEnd], before: [day, at], upTo: [day, till] }[relation] : [at, till];
  const [fromTime, toTime] = named as [number, number];
  const days = { fromTime, toTime: toTime > fromTime ? toTime : toTime + DAY_MS };
  const moment = { ...stretch('at', days.fromTime, days.toTime), ...(date.isYearless && { isYearless: true as const }) };
  return { from: date.from, to: clock.to, moment, days, ...(date.isYearless && { isYearless: true }) };
}

/** Returns the days of a time that is a month: without a year of the latest that has begun. */
function monthOf({ result: { start, end } }: FoundTime, now: number): DayRange | undefined {
  if (end || !isMonth(start)) return undefined;
  const first = startOfMonth(dayOf(start));
  const fromTime = start.isCertain('year') ? first : latest(first, now);
  return { fromTime, toTime: startOfMonth(fromTime, 1) };
}

/** Returns the day of a time that names one and no hour. */
function daysOf(time: FoundTime, now: number): DayRange | undefined {
  const { result, text } = time;
  return result.end || result.start.isCertain('hour') || longUnit(result.start, text) !== undefined ? undefined : namedDays(time, now);
}

/** Returns the days that the start of a time is on: without a year, and of weekdays, the latest that have begun. */
function namedDays({ result: { start }, text }: FoundTime, now: number): DayRange {
  const day = dayOf(start);
  if (isWeekend(text)) return weekendOf(day, now);
  if (start.isCertain('day') && start.isCertain('month') && !start.isCertain('year')) return dayAt(latest(day, now));
  const isLater = start.isCertain('weekday') && !start.isCertain('day') && day > now && !isNext(text);
  return dayAt(isLater ? day - 7 * DAY_MS : day);
}

function longUnit(start: Components, text: string): ReturnType<typeof longUnitOf> {
  if (isMonth(start)) return 'month';
  return start.isCertain('weekday') || isWeekend(text) ? undefined : longUnitOf(text);
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
  const hourOf = hourIn(time, now);
  const recurs = isYearless(time) && { isYearless: true as const };
  if (end) {
    // The minute that is named last is within, as the last of several days is.
    const ends = known('hour') ? ([hourOf(start), hourOf(end) + MINUTE_MS] as const) : daysBetween(result, text, now);
    return { ...stretch('at', ...ends), ...recurs };
  }
  const at = known('hour') ? hourOf(start) : dayOf(start);
  if (relation === 'at' && isVague(text) && at < now) return stretch('at', now - 2 * (now - at), now - (now - at) / 2);
  if (known('hour')) {
    if (known('day') || known('weekday')) return { ...stretch(relation, at, at + MINUTE_MS), ...(relation === 'at' && recurs) };
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
