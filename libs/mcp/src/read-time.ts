import { z } from 'zod';

const DAY = /^\d{4}-\d\d-\d\d$/;
const TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,3})?)?(Z|[+-]\d\d:\d\d)?$/i;

/**
 * Reads a time as models write it, to ISO 8601: a day and a minute stand for their first or last moment, as answers show
 * no seconds. A time without a zone is in UTC.
 */
export function timeAt(edge: 'start' | 'end', what: string) {
  return z
    .string()
    .max(40)
    .transform((text, context) => {
      const written = text.trim();
      const [, day, time, seconds = edge === 'start' ? ':00' : ':59.999', zone = 'Z'] = TIME.exec(written) ?? [];
      const full = DAY.test(written)
        ? `${written}T${edge === 'start' ? '00:00:00.000' : '23:59:59.999'}Z`
        : day === undefined
          ? written
          : `${day}T${time}${seconds}${zone}`;
      const ms = /^\d{4}-/.test(full) ? Date.parse(full) : NaN;
      if (!Number.isNaN(ms)) return new Date(ms).toISOString();
      context.addIssue({ code: 'custom', message: 'must be a time such as 2026-05-03 or 2026-05-03T14:30Z' });
      return z.NEVER;
    })
    .describe(what);
}
