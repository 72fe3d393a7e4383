import { expect, it } from 'vitest';
import { factsIn } from '../../testing/stated-facts.ts';

/** A Wednesday. */
const NOW = Date.parse('2026-11-25T12:00:00Z');
const dayOf = (time: number | undefined): string | undefined =>
  time === undefined ? undefined : new Date(time).toISOString().slice(0, 10);

function read(text: string) {
  return factsIn(text, NOW).map(({ value, validFrom, validTo, isPassing }) => [
    value,
    dayOf(validFrom),
    dayOf(validTo),
    isPassing ?? false,
  ]);
}

it.each([
  ["I've been taking insulin since May.", 'taking insulin since May', '2026-05-01'],
  ["I've been working at Bosch since March.", 'working at Bosch since March', '2026-03-01'],
  ["I've been training every Monday since April 3.", 'training every Monday since April 3', '2026-04-03'],
])('holds until now what has been so since then: %s', (text, value, from) => {
  expect(read(text)).toEqual([[value, from, undefined, false]]);
});

it.each([
  ['From Monday on the staging port is 4200.', '2026-11-30'],
  ['The staging port is 4200 from Monday.', '2026-11-30'],
  ['Starting next week, the staging port is 4200.', '2026-11-30'],
  ['As of Friday, the staging port is 4200.', '2026-11-27'],
  ['Effective December 1, the staging port is 4200.', '2026-12-01'],
  ['The staging port is 4200 effective December 1.', '2026-12-01'],
  ['The staging port is 4200 since Monday.', '2026-11-23'],
  ['The seed port is 4200 from Monday.', '2026-11-30'],
  ['The staging port is set to 4200 from Monday.', '2026-11-30'],
])('begins on the day that is said: %s', (text, from) => {
  expect(read(text)).toEqual([['4200', from, undefined, false]]);
});

it.each([
  ['The staging port is 4200 until Wednesday.', '2026-11-26'],
  ['The staging port is now 4200, until the end of the week.', undefined],
])('passes, with a date or without: %s', (text, to) => {
  expect(read(text)).toEqual([['4200', undefined, to, true]]);
});

it.each([
  ['I worked at Bosch from 2010 to 2015.', '2010-01-01', '2016-01-01'],
  ['I visited Rome from May 3 to May 7.', '2026-05-03', '2026-05-08'],
  ['I lived in Rome from May until July.', '2026-05-01', '2026-08-01'],
  ['I went to Rome on Friday.', '2026-11-20', '2026-11-21'],
])('lasts to the end of its last date: %s', (text, from, to) => {
  expect(read(text).map(([, ...times]) => times)).toEqual([[from, to, false]]);
});

it.each([
  ["I'm flying to Rome on Friday the 27th.", '2026-11-27'],
  ['I flew to Rome on Friday the 13th.', '2026-11-13'],
])('takes the weekday of that number: %s', (text, from) => {
  expect(read(text).map(([, validFrom]) => validFrom)).toEqual([from]);
});
