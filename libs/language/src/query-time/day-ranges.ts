import { DAY_MS } from '@total-recall/domain';
import type { ParsedResult } from 'chrono-node';

export interface DayRange {
  readonly fromTime: number;
  readonly toTime: number;
}

export type Components = ParsedResult['start'];

/** Returns the start of the day that these name, in UTC. */
export function dayOf(components: Components): number {
  return Date.UTC(components.get('year')!, components.get('month')! - 1, components.get('day')!);
}

export function dayAt(fromTime: number): DayRange {
  return { fromTime, toTime: fromTime + DAY_MS };
}

export function isMonth(components: Components): boolean {
  return components.isCertain('month') && !components.isCertain('day');
}

export function startOfMonth(day: number, months = 0): number {
  const date = new Date(day);
  return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months);
}

/** Returns the same day of the latest year in which it has begun. */
export function latest(day: number, now: number): number {
  const date = new Date(day);
  const inYear = (year: number): number => Date.UTC(year, date.getUTCMonth(), date.getUTCDate());
  const year = yearOf(now);
  return inYear(year) > now ? inYear(year - 1) : inYear(year);
}

export function yearOf(time: number): number {
  return new Date(time).getUTCFullYear();
}

/** The weekend that a day lies in, or that is nearest to it, if that has begun; else the one before. */
export function weekendOf(day: number, now: number): DayRange {
  const weekday = (new Date(day).getUTCDay() + 6) % 7;
  const saturday = day + (weekday < 2 ? -2 - weekday : 5 - weekday) * DAY_MS;
  const fromTime = saturday > now ? saturday - 7 * DAY_MS : saturday;
  return { fromTime, toTime: fromTime + 2 * DAY_MS };
}

/** The same days of the latest year in which they begin by then. */
export function inYearBefore(days: DayRange, time: number): DayRange {
  const own = inYear(days, yearOf(time));
  return own.fromTime > time ? inYear(days, yearOf(time) - 1) : own;
}

/** The same days of the first year in which they do not begin before then. */
export function inYearBehind(days: DayRange, time: number): DayRange {
  const own = inYear(days, yearOf(time));
  return own.fromTime < time ? inYear(days, yearOf(time) + 1) : own;
}

function inYear({ fromTime, toTime }: DayRange, year: number): DayRange {
  const years = year - yearOf(fromTime);
  const moved = (day: number): number => {
    const date = new Date(day);
    return date.setUTCFullYear(date.getUTCFullYear() + years);
  };
  return { fromTime: moved(fromTime), toTime: moved(toTime) };
}
