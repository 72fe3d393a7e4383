import { describe, expect, it } from 'vitest';
import { findQueryDates, liesInDate } from './query-dates.ts';

describe('dates of a query', () => {
  it.each([
    ['What did the harbour decide in October?', [{ unit: 'month', month: 9 }]],
    [
      'the storm of 3rd February, 2031',
      [
        { unit: 'month', month: 1 },
        { unit: 'day', month: 1, day: 3 },
        { unit: 'year', year: 2031 },
      ],
    ],
    ['Which crane may march on?', []],
    ['in May', [{ unit: 'month', month: 4 }]],
    ['an august guest of berth 40', []],
    ['line 2031x of pier 99999', []],
    ['July 77', [{ unit: 'month', month: 6 }]],
  ])('%j', (query, dates) => {
    expect(findQueryDates(query)).toEqual(dates);
  });

  it('hold a time in UTC', () => {
    const time = Date.UTC(2031, 1, 3, 23, 59);
    expect(liesInDate(time, { unit: 'month', month: 1 })).toBe(true);
    expect(liesInDate(time, { unit: 'day', month: 1, day: 3 })).toBe(true);
    expect(liesInDate(time, { unit: 'day', month: 1, day: 4 })).toBe(false);
    expect(liesInDate(time, { unit: 'year', year: 2030 })).toBe(false);
  });

  it('are bounded', () => {
    expect(findQueryDates(Array.from({ length: 90 }, (_, i) => `${1900 + i}`).join(' ')).length).toBe(16);
  });
});
