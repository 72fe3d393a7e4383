/** How an event's time stands to what a query names. */
export type TimeRelation = 'at' | 'before' | 'after';

/**
 * One time that a query names, in UTC. A stretch has both ends, `toTime` excluded; a day or month without a year, a day of the week and a time of
 * day come again, and mean any of them.
 */
export type QueryMoment =
  | { readonly unit: 'stretch'; readonly relation: TimeRelation; readonly fromTime: number; readonly toTime: number }
  | { readonly unit: 'month'; readonly month: number }
  | { readonly unit: 'day'; readonly month: number; readonly day: number }
  | { readonly unit: 'clock'; readonly minuteOfDay: number };

/** What a query says of time. */
export interface QueryTime {
  readonly moments: readonly QueryMoment[];
  /** It asks for the first or the last of something. */
  readonly order?: 'first' | 'last';
  /** It asks for what was before something else, no date: for the earlier of two values. */
  readonly asksBefore?: true;
  /** The one moment is a stretch, and the query asks what was said or done in it: events at other times are hardly meant. */
  readonly certain: boolean;
  /** The words that name the moments: they say when, not what. */
  readonly words: string;
}

/** Reads the times that a query names; `now` is what "yesterday" counts from. */
export type ReadQueryTime = (query: string, now: number) => QueryTime;

export const NO_QUERY_TIME: QueryTime = { moments: [], certain: false, words: '' };

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
/** A clock time is remembered to about this. Source: retrieval study on plain questions, recipe 7. */
const CLOCK_HALF_MS = 5 * MINUTE_MS;
const BESIDE = 0.5;
/** Of two times before a date the nearer is meant rather. */
const BEFORE_HALF_MS = 7 * DAY_MS;

/** How well an event's time fits what a query names, from 0 to 1; 0 where it names none. Its best moment counts. */
export function timePreference(occurredAt: number, { moments }: Pick<QueryTime, 'moments'>): number {
  return moments.reduce((best, moment) => Math.max(best, fitOf(occurredAt, moment)), 0);
}

/** Around a time of day that is looked for, as it is remembered roughly. */
const CLOCK_SLACK_MS = 15 * MINUTE_MS;

/** The times that a query is certain about, both ends included, in epoch milliseconds; undefined where it is certain about none. */
export function certainTimes({
  moments: [moment],
  certain,
}: QueryTime): { readonly fromTime?: number; readonly toTime?: number } | undefined {
  if (!certain || moment?.unit !== 'stretch') return undefined;
  const { relation, fromTime, toTime } = moment;
  if (relation === 'before') return { toTime: fromTime - 1 };
  if (relation === 'after') return { fromTime };
  const slack = toTime - fromTime < DAY_MS ? CLOCK_SLACK_MS : 0;
  return { fromTime: fromTime - slack, toTime: toTime - 1 + slack };
}

/** What an event's place among the others is worth to a query that asks for the first or the last: `place` from 0, the earliest, to 1. */
export function orderPreference(place: number, { order }: Pick<QueryTime, 'order'>): number {
  return order === undefined ? 0 : order === 'first' ? 1 - place : place;
}

function fitOf(time: number, moment: QueryMoment): number {
  const at = new Date(time);
  switch (moment.unit) {
    case 'stretch':
      return fitOfStretch(time, moment);
    case 'month':
      return at.getUTCMonth() === moment.month ? 1 : 0;
    case 'day':
      return fitOfDay(at, moment);
    case 'clock': {
      const away = Math.abs(time - startOfDay(time) - moment.minuteOfDay * MINUTE_MS);
      return 2 ** (-Math.min(away, DAY_MS - away) / CLOCK_HALF_MS);
    }
  }
}

type Stretch = QueryMoment & { readonly unit: 'stretch' };

function fitOfStretch(time: number, stretch: Stretch): number {
  const { relation, fromTime, toTime } = stretch;
  if (relation === 'before') return time < fromTime ? decay(fromTime - time) : 0;
  if (relation === 'after') return time >= fromTime ? decay(time - fromTime) : 0;
  const away = time < fromTime ? fromTime - time : Math.max(0, time - toTime);
  // A stretch of minutes is a clock time, which one remembers roughly; the whole day counts a little.
  if (toTime - fromTime < DAY_MS) return Math.max(2 ** (-away / CLOCK_HALF_MS), startOfDay(time) === startOfDay(fromTime) ? BESIDE / 4 : 0);
  return inside(time, stretch) ? 1 : away <= DAY_MS ? BESIDE : 0;
}

/** Near the date 1, far from it a half. */
function decay(awayMs: number): number {
  return (1 + 2 ** (-awayMs / BEFORE_HALF_MS)) / 2;
}

function fitOfDay(at: Date, { month, day }: { readonly month: number; readonly day: number }): number {
  const asked = Date.UTC(at.getUTCFullYear(), month, day);
  const away = Math.abs(startOfDay(at.getTime()) - asked) / DAY_MS;
  return away === 0 ? 1 : away === 1 ? BESIDE : 0;
}

function inside(time: number, { relation, fromTime, toTime }: Stretch): boolean {
  if (relation === 'before') return time < fromTime;
  return time >= fromTime && (relation === 'after' || time < toTime);
}

function startOfDay(time: number): number {
  return Math.floor(time / DAY_MS) * DAY_MS;
}
