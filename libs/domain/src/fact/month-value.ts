import { findDate, MONTH } from './absolute-dates.ts';

const MONTH_VALUE = new RegExp(`^(?:${MONTH})(?<year>\\s(?:19|20)\\d\\d)?$`, 'iu');

/** Returns true for a value that is a month, with or without its year. */
export function isMonth(value: string): boolean {
  return MONTH_VALUE.test(value);
}

/** Returns true for a month without its year: it is the next one from the day of its statement. */
export function isBareMonth(value: string): boolean {
  const match = MONTH_VALUE.exec(value);
  return match !== null && match.groups!['year'] === undefined;
}

/** Returns the begin in UTC of the month that something is due in, in epoch milliseconds; undefined where a value is none. */
export function monthTime(value: string, now: number): number | undefined {
  return isMonth(value) ? findDate(`in ${value}`, now, 'future')?.fromTime : undefined;
}
