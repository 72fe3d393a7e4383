import { timePreference, type QueryTime } from '@total-recall/domain';

/** Returns a function that rates how well a time fits the one that the query names; undefined if it names none. */
export function timePreferenceOf(time: QueryTime): ((occurredAt: number) => number) | undefined {
  return time.moments.length === 0 ? undefined : (occurredAt) => timePreference(occurredAt, time);
}
