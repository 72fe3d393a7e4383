import { DAY_MS, startOfDay } from '../time/utc-day.ts';

/** Relation of an event's time to a time in a query. */
export type TimeRelation = 'at' | 'before' | 'after';

/**
 * A time that a query names, in UTC. A stretch has both ends, `toTime` excluded. A day or month without a year and a
 * time of day recur, and match each occurrence.
 */
export type QueryMoment =
  | {
      readonly unit: 'stretch';
      readonly relation: TimeRelation;
      readonly fromTime: number;
      readonly toTime: number;
      /** Days counted from the asking person's, which may not be that of UTC: "yesterday". */
      readonly isRelative?: true;
    }
  | { readonly unit: 'month'; readonly month: number }
  | { readonly unit: 'day'; readonly month: number; readonly day: number }
  | { readonly unit: 'clock'; readonly minuteOfDay: number };

/** Times read from a query. */
export interface QueryTime {
  readonly moments: readonly QueryMoment[];
  /** Set where the query asks for the first or the last of something. */
  readonly order?: 'first' | 'last';
  /** The words that ask for it. */
  readonly orderWords?: readonly string[];
  /**
   * True when the query asks for the state before something else rather than before a date: the earlier of two values.
   */
  readonly asksBefore?: true;
  /**
   * True when the only moment is a stretch and the query asks what was said or done in it: events at other times are
   * hardly meant.
   */
  readonly certain: boolean;
  /**
   * Set when the query asks what was said or done on a day without a year, or for nothing but that in such a month: its
   * latest occurrence, where that is nearer than the next one; `toTime` excluded, in epoch milliseconds.
   */
  readonly latest?: { readonly fromTime: number; readonly toTime: number };
  /** Words that name the moments. They say when, not what. */
  readonly words: string;
}

/** Reads the times that a query names; "yesterday" is relative to `now`. */
export type ReadQueryTime = (query: string, now: number) => QueryTime;

export const NO_QUERY_TIME: QueryTime = { moments: [], certain: false, words: '' };

const MINUTE_MS = 60_000;
/** Precision with which people remember a clock time. Source: retrieval study on plain questions, recipe 7. */
const CLOCK_HALF_MS = 5 * MINUTE_MS;
const BESIDE = 0.5;
/** Half-life of the fit before or after a date: of two times the nearer is meant more often. */
const BEFORE_HALF_MS = 7 * DAY_MS;

/**
 * Computes how well an event's time fits the query's times, from 0 to 1; 0 where the query names none. The best moment
 * counts.
 */
export function timePreference(occurredAt: number, { moments }: Pick<QueryTime, 'moments'>): number {
  return moments.reduce((best, moment) => Math.max(best, fitOf(occurredAt, moment)), 0);
}

/** Longest stretch that tells when something was: "this year" hardly does. */
const LONGEST_TOLD_MS = 31 * DAY_MS;

/**
 * Computes how well the times that a text of `saidAt` tells of fit the query's times, from 0 to 1: "last week" said on 12
 * May is about its first days. A day or month without a year is the latest that had begun. The best one counts, by
 * its start, middle and end; 0 where the text tells of none. A time of day tells nothing without its day.
 */
export function toldPreference(told: Pick<QueryTime, 'moments'>, saidAt: number, asked: Pick<QueryTime, 'moments'>): number {
  const moments = asked.moments.filter(({ unit }) => unit !== 'clock');
  return told.moments.reduce((best, moment) => {
    const stretch = toldStretch(moment, saidAt);
    if (stretch === undefined || stretch.toTime - stretch.fromTime > LONGEST_TOLD_MS) return best;
    const { fromTime, toTime } = stretch;
    const fits = [fromTime, (fromTime + toTime) / 2, toTime - 1].map((at) => timePreference(at, { moments }));
    return Math.max(best, fits.reduce((sum, fit) => sum + fit, 0) / fits.length);
  }, 0);
}

function toldStretch(moment: QueryMoment, saidAt: number): Pick<Stretch, 'fromTime' | 'toTime'> | undefined {
  if (moment.unit === 'stretch') return moment.relation === 'at' ? moment : undefined;
  if (moment.unit === 'clock') return undefined;
  const { month } = moment;
  const startIn = (year: number): number => Date.UTC(year, month, moment.unit === 'day' ? moment.day : 1);
  const saidIn = new Date(saidAt).getUTCFullYear();
  const year = startIn(saidIn) <= saidAt ? saidIn : saidIn - 1;
  return { fromTime: startIn(year), toTime: moment.unit === 'day' ? startIn(year) + DAY_MS : Date.UTC(year, month + 1) };
}

/** Slack around a time of day, which people remember only roughly. */
const CLOCK_SLACK_MS = 15 * MINUTE_MS;
/** Slack around days that count from the asking person's: in no time zone do they begin or end further away. */
const ZONE_SLACK_MS = DAY_MS;

/** Times that a search is limited to, both ends included, in epoch milliseconds. */
export interface TimeLimits {
  readonly fromTime?: number;
  readonly toTime?: number;
}

/**
 * Returns the times to limit a search to, the narrowest first; none where the query is not certain of one. Days that count from
 * the asking person's are followed by those with the days beside.
 */
export function certainTimes({ moments: [moment], certain, latest }: QueryTime): TimeLimits[] {
  if (latest) return [{ fromTime: latest.fromTime, toTime: latest.toTime - 1 }];
  if (!certain || moment?.unit !== 'stretch') return [];
  const { relation, fromTime, toTime, isRelative } = moment;
  const slack = relation === 'at' && toTime - fromTime < DAY_MS ? CLOCK_SLACK_MS : 0;
  const limits = (slackMs: number): TimeLimits => ({
    ...(relation !== 'before' && { fromTime: fromTime - slackMs }),
    ...(relation !== 'after' && { toTime: (relation === 'before' ? fromTime : toTime) - 1 + slackMs }),
  });
  return isRelative ? [limits(slack), limits(ZONE_SLACK_MS)] : [limits(slack)];
}

/**
 * Scores an event's rank in time for a query that asks for the first or the last. `place` runs from 0, the earliest, to
 * 1.
 */
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
  // A stretch of minutes is a clock time, which people remember roughly; the rest of the day counts a little.
  if (toTime - fromTime < DAY_MS) return Math.max(2 ** (-away / CLOCK_HALF_MS), startOfDay(time) === startOfDay(fromTime) ? BESIDE / 4 : 0);
  return inside(time, stretch) ? 1 : away <= DAY_MS ? BESIDE : 0;
}

/** Decays from 1 near the date to one half far from it. */
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
