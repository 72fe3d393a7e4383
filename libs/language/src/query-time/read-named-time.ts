import type { QueryMoment } from '@total-recall/domain';
import { DAY_MS, startOfDay } from '@total-recall/domain';
import { readQueryTime } from './read-query-time.ts';

const MINUTE_MS = 60_000;
const ISO = /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:?\d\d)$/;

/** A stretch of time in epoch milliseconds, `to` excluded; a moment takes one millisecond. */
export interface NamedTime {
  readonly from: number;
  readonly to: number;
}

/**
 * Reads a time as a person names it: in ISO 8601, or in words such as "last Tuesday" or "3 May 2026", in UTC. A day or
 * month without a year is the latest that has begun. Returns undefined where the words name no time, or several.
 */
export function readNamedTime(words: string, now: number): NamedTime | undefined {
  const iso = ISO.test(words) ? Date.parse(words) : NaN;
  if (!Number.isNaN(iso)) return { from: iso, to: iso + 1 };
  const { moments } = readQueryTime(words, now);
  return moments.length === 1 ? timeOf(moments[0]!, now) : undefined;
}

function timeOf(moment: QueryMoment, now: number): NamedTime | undefined {
  switch (moment.unit) {
    case 'stretch': {
      const { relation, fromTime, toTime } = moment;
      if (relation === 'after') return undefined;
      return relation === 'before' ? { from: fromTime - 1, to: fromTime } : { from: fromTime, to: toTime };
    }
    case 'day': {
      const from = latest(now, (year) => Date.UTC(year, moment.month, moment.day));
      return { from, to: from + DAY_MS };
    }
    case 'month': {
      const from = latest(now, (year) => Date.UTC(year, moment.month));
      return { from, to: Date.UTC(new Date(from).getUTCFullYear(), moment.month + 1) };
    }
    case 'clock': {
      const from = startOfDay(now) + moment.minuteOfDay * MINUTE_MS;
      return { from, to: from + MINUTE_MS };
    }
  }
}

function latest(now: number, startIn: (year: number) => number): number {
  const year = new Date(now).getUTCFullYear();
  return startIn(year) <= now ? startIn(year) : startIn(year - 1);
}
