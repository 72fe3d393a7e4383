import { isBareMonth } from './month-value.ts';
import { isOnce } from './occasions.ts';
import { isAboutDay, isBareWeekday, isFromToday } from './relative-days.ts';
import type { StatedFact } from './stated-fact.ts';
import { utcDay } from '../time/utc-day.ts';

/**
 * Returns the value of a fact as it may stand beside the name of its attribute, without the sentence: a day that was told
 * from the day of the statement with its date ("next Friday (2026-12-04)", "in two weeks (about 2026-12-12)"), any other
 * in its own words. Absent where it would read as one that holds although the sentence ends it, or as one that is liked
 * where it is hated.
 */
export function shownValue({ ends, attribute, value, valueTime }: StatedFact): string | undefined {
  if (ends === true || /^(?:.+ )?(?:liking|using) /u.test(attribute ?? '')) return undefined;
  if (value === undefined || valueTime === undefined || !isRelative(value, attribute)) return value;
  if (isBareMonth(value)) return `${value} (${utcDay(valueTime).slice(0, 'yyyy-mm'.length)})`;
  return `${value} (${isAboutDay(value) ? 'about ' : ''}${utcDay(valueTime)})`;
}

const DEADLINE =
  /(?:^|\s)(?:deadline|due date|\p{L}*frist|abgabe(?:termin)?|échéance|date limite|fecha límite|plazo|scadenza|prazo)(?:\s(?:de|du|des|del|della|do|da|für|von|per)\s.*)?$/u;

/** Returns true for a day that is another one when it is read later. A bare weekday is one where it can hardly be that of each week. */
export function isRelative(value: string, attribute = ''): boolean {
  return isBareMonth(value) || isFromToday(value) || (isBareWeekday(value) && (DEADLINE.test(attribute) || isOnce(attribute)));
}
