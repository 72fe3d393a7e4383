import { z } from 'zod';

const LAST = 253_402_300_799_999;

/** A time from a caller: ISO 8601 with an offset, or epoch milliseconds; converted to epoch milliseconds. */
export const timeIn = z
  .union([
    z.iso.datetime({ offset: true, error: 'must be a time in ISO 8601 with an offset (2026-01-31T12:00:00Z) or epoch milliseconds' }),
    z.int().min(0).max(LAST),
  ])
  .transform((value, context) => {
    const ms = typeof value === 'number' ? value : Date.parse(value);
    if (ms >= 0 && ms <= LAST) return ms;
    context.addIssue({ code: 'custom', message: 'must lie between 1970 and 9999' });
    return z.NEVER;
  });

/** A time from the service: ISO 8601 in UTC on the wire, epoch milliseconds inside. */
export const time = z.codec(z.iso.datetime({ offset: true }), z.number(), {
  decode: (text) => Date.parse(text),
  encode: (ms) => new Date(ms).toISOString(),
});
