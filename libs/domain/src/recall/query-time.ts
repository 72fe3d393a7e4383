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
      /** Set where no year is named: this is the latest occurrence. */
      readonly isYearless?: true;
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

/** Slack around one time of day, which people remember only roughly. A stretch that both ends are named of has none. */
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
  const slack = isMinute(moment) ? CLOCK_SLACK_MS : 0;
  const limits = (slackMs: number): TimeLimits => ({
    ...(relation !== 'before' && { fromTime: fromTime - slackMs }),
    ...(relation !== 'after' && { toTime: (relation === 'before' ? fromTime : toTime) - 1 + slackMs }),
  });
  return isRelative ? [limits(slack), limits(ZONE_SLACK_MS)] : [limits(slack)];
}

/** Returns true for one time of a day. */
export function isMinute(moment: QueryMoment | undefined): boolean {
  return moment?.unit === 'stretch' && moment.relation === 'at' && moment.toTime - moment.fromTime <= MINUTE_MS;
}

/** Years before the latest that a date without a year is looked for in. */
export const EARLIER_YEARS = 9;

/**
 * Returns the query's time as the latest occurrence of its date and, where no year is named, as each of those before, the
 * latest first. 29 February is in few years.
 */
export function occurrencesOf(time: QueryTime): QueryTime[] {
  const [moment] = time.moments;
  const isYearless = time.latest !== undefined || (moment?.unit === 'stretch' && moment.isYearless === true);
  if (!isYearless) return [time];
  const earlier = Array.from({ length: EARLIER_YEARS }, (_, at) => yearsBefore(time, at + 1));
  return [time, ...earlier.filter((own) => own !== undefined)];
}

/**
 * Names the time that a query is searched in, as answers write times: "2031-05-03", "2031-05-03 09:00 to 09:30"; undefined where
 * it is certain of none. It tells a reader which year or week the words were taken for.
 */
export function nameTime(time: QueryTime): string | undefined {
  const [limits] = certainTimes(time);
  const [moment] = time.moments;
  const stretch = time.latest ?? (moment?.unit === 'stretch' ? moment : undefined);
  if (limits === undefined || stretch === undefined) return undefined;
  const { fromTime, toTime } = stretch;
  const relation = time.latest === undefined && moment?.unit === 'stretch' ? moment.relation : 'at';
  const isWholeDays = startOfDay(fromTime) === fromTime && startOfDay(toTime) === toTime;
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
  const minute = (at: number): string => `${day(at)} ${new Date(at).toISOString().slice(11, 16)}`;
  const write = isWholeDays ? day : minute;
  if (relation !== 'at') return `${relation === 'after' ? 'from' : 'before'} ${write(fromTime)}${relation === 'after' ? ' on' : ''}`;
  const [from, last] = [write(fromTime), write(Math.max(fromTime, toTime - 1))];
  const till = from !== last && last.startsWith(day(fromTime)) ? last.slice(11) : last;
  const named = from === last ? from : `${from} to ${till}`;
  return occurrencesOf(time).length > 1 ? `${named}, and the same in the ${EARLIER_YEARS} years before` : named;
}

function yearsBefore(time: QueryTime, years: number): QueryTime | undefined {
  const moved = <T extends { readonly fromTime: number; readonly toTime: number }>(of: T): T | undefined => {
    const [from, to] = [new Date(of.fromTime), new Date(of.toTime)];
    const day = from.getUTCDate();
    const fromTime = from.setUTCFullYear(from.getUTCFullYear() - years);
    return from.getUTCDate() === day ? { ...of, fromTime, toTime: to.setUTCFullYear(to.getUTCFullYear() - years) } : undefined;
  };
  const [moment] = time.moments;
  const stretch = moment?.unit === 'stretch' ? moved(moment) : moment;
  const latest = time.latest && moved(time.latest);
  if (stretch === undefined || (time.latest && !latest)) return undefined;
  return { ...time, moments: [stretch], ...(latest && { latest }) };
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
