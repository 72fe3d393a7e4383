import type { QueryMoment } from '@total-recall/domain';
import { DAY_MS } from '@total-recall/domain';
import type { DayRange } from './day-ranges.ts';
import type { SaidRelation } from './time-words.ts';

export function dayStretch(relation: SaidRelation, { fromTime, toTime }: DayRange, relative: boolean): QueryMoment {
  return { ...stretch(relation, fromTime, toTime), ...(relative && { isRelative: true as const }) };
}

export function longStretch(relation: SaidRelation, unit: 'week' | 'month' | 'year', day: number): QueryMoment {
  const date = new Date(day);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (unit === 'month') return stretch(relation, Date.UTC(year, month), Date.UTC(year, month + 1));
  if (unit === 'year') return stretch(relation, Date.UTC(year, 0), Date.UTC(year + 1, 0));
  const monday = day - ((date.getUTCDay() + 6) % 7) * DAY_MS;
  return stretch(relation, monday, monday + 7 * DAY_MS);
}

export function stretch(relation: SaidRelation, fromTime: number, toTime: number): QueryMoment & { readonly unit: 'stretch' } {
  if (relation === 'upTo') return { unit: 'stretch', relation: 'before', fromTime: toTime, toTime };
  return { unit: 'stretch', relation, fromTime, toTime };
}
