import { expect, it } from 'vitest';
import { timeAt } from './read-time.ts';

it.each([
  ['2026-05-03', '2026-05-03T00:00:00.000Z', '2026-05-03T23:59:59.999Z'],
  ['2026-05-03T14:30', '2026-05-03T14:30:00.000Z', '2026-05-03T14:30:59.999Z'],
  ['2026-05-03T14:30Z', '2026-05-03T14:30:00.000Z', '2026-05-03T14:30:59.999Z'],
  ['2026-05-03 14:30+02:00', '2026-05-03T12:30:00.000Z', '2026-05-03T12:30:59.999Z'],
  [' 2026-05-03 14:30:05 ', '2026-05-03T14:30:05.000Z', '2026-05-03T14:30:05.000Z'],
  ['2026-05-03T14:30:05.123456', '2026-05-03T14:30:05.123Z', '2026-05-03T14:30:05.123Z'],
  ['2026-05-03 14:30 UTC', '2026-05-03T14:30:00.000Z', '2026-05-03T14:30:59.999Z'],
  ['2026-05-03T14:30+0200', '2026-05-03T12:30:00.000Z', '2026-05-03T12:30:59.999Z'],
  ['2026-05-03T14:30:00+02:00', '2026-05-03T12:30:00.000Z', '2026-05-03T12:30:00.000Z'],
])('%s is read in UTC, a day and a minute from their first to their last moment', (written, start, end) => {
  expect(timeAt('start', 'from').parse(written)).toBe(start);
  expect(timeAt('end', 'to').parse(written)).toBe(end);
});

// A parser of dates takes some of them in the zone of the machine, for another day, or for the first moment of a month.
it.each(['', 'soon', '3 May 2026', '2026-13-01', '2026-02-30T99:00', '12', '2026-02-31', '2026-5-3', '2026-11', '2026-11-28T16:20 CET'])(
  '%j names no time',
  (written) => {
    expect(timeAt('start', 'from').safeParse(written).success).toBe(false);
  },
);
