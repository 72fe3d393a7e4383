import { z } from 'zod';

const TIME = /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)? ?(Z|UTC|[+-]\d\d:?\d\d)?)?$/i;
const EDGES = { start: { ofDay: '00:00', ofMinute: ':00' }, end: { ofDay: '23:59', ofMinute: ':59.999' } } as const;

/**
 * Reads a time as models write it, to ISO 8601: a day and a minute stand for their first or last moment, as answers show
 * no seconds. A time without a zone is in UTC.
 */
export function timeAt(edge: 'start' | 'end', what: string) {
  return z
    .string()
    .max(40)
    .transform((text, context) => {
      const { ofDay, ofMinute } = EDGES[edge];
      const [, day = '', time = ofDay, seconds = ofMinute, zone = 'Z'] = TIME.exec(text.trim()) ?? [];
      // A parser takes 31 February for a day in March.
      const ms = isDay(day) ? Date.parse(`${day}T${time}${seconds}${zone.toUpperCase() === 'UTC' ? 'Z' : zone.toUpperCase()}`) : NaN;
      if (!Number.isNaN(ms)) return new Date(ms).toISOString();
      context.addIssue({ code: 'custom', message: 'must be a time such as 2026-05-03 or 2026-05-03T14:30Z' });
      return z.NEVER;
    })
    .describe(what);
}

function isDay(day: string): boolean {
  const ms = Date.parse(`${day}T00:00Z`);
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(day);
}
