import { describe, expect, it } from 'vitest';
import { certainTimes, nameTime, occurrencesOf, orderPreference, timePreference, toldPreference, type QueryMoment } from './query-time.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const MAY_3 = Date.UTC(2031, 4, 3);
const at = (relation: 'at' | 'before' | 'after', from = MAY_3, to = MAY_3 + DAY): QueryMoment => ({
  unit: 'stretch',
  relation,
  fromTime: from,
  toTime: to,
});
const fit = (time: number, ...moments: QueryMoment[]): number => timePreference(time, { moments });

describe('timePreference', () => {
  it('is whole on the day, half beside it, nothing elsewhere', () => {
    expect([MAY_3, MAY_3 + DAY - 1, MAY_3 - 1, MAY_3 + 2 * DAY - 1, MAY_3 + 3 * DAY].map((time) => fit(time, at('at')))).toEqual([
      1, 1, 0.5, 0.5, 0,
    ]);
  });

  it('knows a day and a month of any year', () => {
    const day: QueryMoment = { unit: 'day', month: 4, day: 3 };
    expect([MAY_3, Date.UTC(2019, 4, 3, 23), Date.UTC(2019, 4, 4), Date.UTC(2019, 4, 5)].map((time) => fit(time, day))).toEqual([
      1, 1, 0.5, 0,
    ]);
    expect([MAY_3, Date.UTC(2019, 4, 31), Date.UTC(2019, 5, 1)].map((time) => fit(time, { unit: 'month', month: 4 }))).toEqual([1, 1, 0]);
  });

  it('knows the last days of a month, and that of a leap year', () => {
    const last: QueryMoment = { unit: 'day', month: 4, day: 31 };
    expect([30, 31, 32, 33].map((day) => fit(Date.UTC(2031, 4, day, 23, 59), last))).toEqual([0.5, 1, 0.5, 0]);
    const leap: QueryMoment = { unit: 'day', month: 1, day: 29 };
    expect([28, 29, 30].map((day) => fit(Date.UTC(2032, 1, day), leap))).toEqual([0.5, 1, 0.5]);
  });

  it('halves every five minutes from a time of day, round midnight too', () => {
    const clock: QueryMoment = { unit: 'clock', minuteOfDay: 2 };
    expect(fit(MAY_3 + 2 * MINUTE, clock)).toBe(1);
    expect(fit(MAY_3 + 7 * MINUTE, clock)).toBe(0.5);
    expect(fit(MAY_3 - 3 * MINUTE, clock)).toBe(0.5);
    const minute = at('at', MAY_3 + 60 * MINUTE, MAY_3 + 61 * MINUTE);
    expect(fit(MAY_3 + 60 * MINUTE, minute)).toBe(1);
    expect(fit(MAY_3 + 55 * MINUTE, minute)).toBe(0.5);
    expect(fit(MAY_3 + 20 * 60 * MINUTE, minute)).toBeGreaterThan(fit(MAY_3 + 2 * DAY, minute));
  });

  it('prefers what is near on the right side of a date', () => {
    expect(fit(MAY_3 - DAY, at('before'))).toBeGreaterThan(fit(MAY_3 - 90 * DAY, at('before')));
    expect(fit(MAY_3 - 90 * DAY, at('before'))).toBeGreaterThan(0.4);
    expect(fit(MAY_3, at('before'))).toBe(0);
    expect(fit(MAY_3 - 1, at('after'))).toBe(0);
    expect(fit(MAY_3 + DAY, at('after'))).toBeGreaterThan(0.5);
  });

  it('takes the best of several, and is nothing without any', () => {
    expect(fit(MAY_3, at('at', 0, DAY), at('at'))).toBe(1);
    expect(fit(MAY_3)).toBe(0);
  });
});

describe('certainTimes', () => {
  const asked = (certain: boolean, ...moments: QueryMoment[]) => certainTimes({ moments, certain, words: '' });

  it('are those of the one stretch, as a filter takes them', () => {
    expect(asked(true, at('at'))).toEqual([{ fromTime: MAY_3, toTime: MAY_3 + DAY - 1 }]);
    expect(asked(true, at('before'))).toEqual([{ toTime: MAY_3 - 1 }]);
    expect(asked(true, at('after'))).toEqual([{ fromTime: MAY_3 }]);
  });

  it('reach a little around one time of day, and not beyond the ends that are named', () => {
    expect(asked(true, at('at', MAY_3, MAY_3 + MINUTE))).toEqual([{ fromTime: MAY_3 - 15 * MINUTE, toTime: MAY_3 + 16 * MINUTE - 1 }]);
    expect(asked(true, at('at', MAY_3, MAY_3 + 10 * MINUTE))).toEqual([{ fromTime: MAY_3, toTime: MAY_3 + 10 * MINUTE - 1 }]);
  });

  it('are followed by those with the days beside where they count from the day of the person who asks', () => {
    const relative = (relation: 'at' | 'before' | 'after'): QueryMoment => ({ ...at(relation), isRelative: true }) as QueryMoment;
    expect(asked(true, relative('at'))).toEqual([
      { fromTime: MAY_3, toTime: MAY_3 + DAY - 1 },
      { fromTime: MAY_3 - DAY, toTime: MAY_3 + 2 * DAY - 1 },
    ]);
    expect(asked(true, relative('before'))[1]).toEqual({ toTime: MAY_3 + DAY - 1 });
    expect(asked(true, relative('after'))[1]).toEqual({ fromTime: MAY_3 - DAY });
  });

  it('are none where the query is not certain', () => {
    expect(asked(false, at('at'))).toEqual([]);
    expect(asked(true, { unit: 'month', month: 4 })).toEqual([]);
  });
});

describe('occurrencesOf', () => {
  const yearless = (from: number, to = from + DAY): QueryMoment => ({ ...at('at', from, to), isYearless: true }) as QueryMoment;
  const starts = (...moments: QueryMoment[]) =>
    occurrencesOf({ moments, certain: true, words: '' }).map((time) =>
      new Date(certainTimes(time)[0]!.fromTime!).toISOString().slice(0, 16),
    );

  it('are those of the years before, the latest first, where no year is named', () => {
    const years = Array.from({ length: 10 }, (_, back) => `${2031 - back}-05-03T00:00`);
    expect(starts(yearless(MAY_3))).toEqual(years);
    expect(starts(at('at'))).toEqual(['2031-05-03T00:00']);
    const latest = { fromTime: MAY_3, toTime: MAY_3 + DAY };
    const day: QueryMoment = { unit: 'day', month: 4, day: 3 };
    const ofDay = occurrencesOf({ moments: [day], certain: false, latest, words: '' });
    expect(ofDay.map((time) => certainTimes(time)[0]!.fromTime)).toEqual(years.map((year) => Date.parse(`${year}Z`)));
  });

  it('of 29 February are in leap years alone', () => {
    expect(starts(yearless(Date.UTC(2032, 1, 29)))).toEqual(['2032-02-29T00:00', '2028-02-29T00:00', '2024-02-29T00:00']);
  });
});

describe('nameTime', () => {
  const name = (...moments: QueryMoment[]) => nameTime({ moments, certain: true, words: '' });

  it.each([
    [at('at'), '2031-05-03'],
    [at('at', MAY_3, MAY_3 + 7 * DAY), '2031-05-03 to 2031-05-09'],
    [at('at', MAY_3 + 90 * MINUTE, MAY_3 + 91 * MINUTE), '2031-05-03 01:30'],
    [at('at', MAY_3 + 90 * MINUTE, MAY_3 + 101 * MINUTE), '2031-05-03 01:30 to 01:40'],
    [at('before'), 'before 2031-05-03'],
    [at('after', MAY_3 + 90 * MINUTE, MAY_3 + 91 * MINUTE), 'from 2031-05-03 01:30 on'],
    [{ ...at('at'), isYearless: true } as QueryMoment, '2031-05-03, and the same in the 9 years before'],
  ])('says how a time was understood: %j', (moment, named) => {
    expect(name(moment)).toBe(named);
  });

  it('names none that the query is not certain of', () => {
    expect(name({ unit: 'month', month: 4 })).toBeUndefined();
  });
});

describe('orderPreference', () => {
  it('grows towards the end that is asked for', () => {
    expect([0, 0.5, 1].map((place) => orderPreference(place, { order: 'first' }))).toEqual([1, 0.5, 0]);
    expect([0, 0.5, 1].map((place) => orderPreference(place, { order: 'last' }))).toEqual([0, 0.5, 1]);
    expect(orderPreference(1, {})).toBe(0);
  });
});

describe('toldPreference', () => {
  const told = (moment: QueryMoment, ...asked: QueryMoment[]): number =>
    toldPreference({ moments: [moment] }, MAY_3 + 20 * DAY, { moments: asked });

  it('is the share of the told stretch that lies in the asked one', () => {
    expect(told(at('at'), at('at'))).toBe(1);
    expect(told(at('at'), at('at', MAY_3 + 7 * DAY, MAY_3 + 8 * DAY))).toBe(0);
    expect(told(at('at', MAY_3, MAY_3 + 7 * DAY), at('at', MAY_3 + 3 * DAY, MAY_3 + 14 * DAY))).toBeCloseTo(2 / 3);
  });

  it('takes a day or a month without a year for the latest that had begun', () => {
    expect(told({ unit: 'day', month: 4, day: 3 }, at('at'))).toBe(1);
    expect(told({ unit: 'day', month: 5, day: 3 }, at('at', Date.UTC(2030, 5, 3), Date.UTC(2030, 5, 4)))).toBe(1);
    expect(told({ unit: 'month', month: 4 }, at('at', Date.UTC(2031, 4), Date.UTC(2031, 5)))).toBe(1);
    expect(told({ unit: 'month', month: 11 }, at('at', Date.UTC(2030, 11), Date.UTC(2031, 0)))).toBe(1);
  });

  it('is nothing for years, open stretches and times of day', () => {
    const year = at('at', Date.UTC(2031, 0), Date.UTC(2032, 0));
    expect(told(year, year)).toBe(0);
    expect(told(at('before'), at('at'))).toBe(0);
    expect(told({ unit: 'clock', minuteOfDay: 60 }, at('at'))).toBe(0);
    expect(told(at('at'), { unit: 'clock', minuteOfDay: 0 })).toBe(0);
    expect(toldPreference({ moments: [] }, MAY_3, { moments: [at('at')] })).toBe(0);
  });
});
