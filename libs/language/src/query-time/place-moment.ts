import type { QueryMoment } from '@total-recall/domain';
import { DAY_MS } from '@total-recall/domain';
import type { ParsedResult } from 'chrono-node';
import { dayAt, dayOf, isMonth, latest, startOfMonth, weekendOf, type Components, type DayRange } from './day-ranges.ts';
import { parse, type FoundTime } from './parse-times.ts';
import { dayStretch, longStretch, stretch } from './stretch.ts';
import { isNext, isVague, isWeekend, longUnitOf, movedDayAt, relationAt, type SaidRelation, type TimeWords } from './time-words.ts';

const MINUTE_MS = 60_000;

/** A time with its place in the query. */
export interface PlacedMoment {
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

/** Reads what a time says, with the words before it that move it by a day. */
export function placedMoment(query: string, time: FoundTime, words: TimeWords, now: number): PlacedMoment {
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
  // The library takes the nearest day; what is remembered was before.
  const hourOf = (part: Components): number => part.date().getTime() - dayOf(start) + namedDays(time, now).fromTime;
  if (end) return known('hour') ? stretch('at', hourOf(start), hourOf(end)) : stretch('at', ...daysBetween(result, text, now));
  const at = known('hour') ? hourOf(start) : dayOf(start);
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
