import { expect, it } from 'vitest';
import { readQueryTime } from './read-query-time.ts';

const NOW = Date.UTC(2030, 10, 28, 17);
const day = (month: number, date: number): number => Date.UTC(2030, month, date);

it.each([
  ['What did we decide on the 14th?', day(10, 14)],
  ['What did I ask on the 20th about the quay?', day(10, 20)],
  ['what did we do on Wednesday the 20th', day(10, 20)],
  ['what did we do on the 31st?', day(9, 31)],
  ['What did we do on the 29th?', day(9, 29)],
  ['Was haben wir am 14. entschieden?', day(10, 14)],
  ['Was haben wir am Mittwoch, dem 20. besprochen?', day(10, 20)],
  ["Qu'avons-nous décidé le 14 ?", day(10, 14)],
  ['¿Qué decidimos el 14?', day(10, 14)],
  ['Cosa abbiamo deciso il 14?', day(10, 14)],
  ['O que decidimos no dia 14?', day(10, 14)],
  ['Wat hebben we besloten op de 14e?', day(10, 14)],
  ['Vad bestämde vi den 14?', day(10, 14)],
  ['Что мы решили 14 числа?', day(10, 14)],
  ['14号我们决定了什么？', day(10, 14)],
])('a day is named by its number in the month, and the latest is meant: %s', (query, fromTime) => {
  const moment = { unit: 'stretch', relation: 'at', fromTime, toTime: fromTime + 24 * 60 * 60_000 };
  expect(readQueryTime(query, NOW)).toMatchObject({ moments: [moment], certain: true });
});

it('a day by its number is a limit, and an end of a range', () => {
  expect(readQueryTime('What did we do before the 14th?', NOW).moments).toMatchObject([{ relation: 'before', fromTime: day(10, 14) }]);
  expect(readQueryTime('What was said between the 3rd and the 9th?', NOW).moments).toMatchObject([
    { relation: 'at', fromTime: day(10, 3), toTime: day(10, 10) },
  ]);
});

it('a month without that day is passed over', () => {
  const [moment] = readQueryTime('What did we do on the 29th?', Date.UTC(2031, 1, 12)).moments;
  expect(moment).toMatchObject({ fromTime: Date.UTC(2031, 0, 29) });
});

it.each([
  'What was fixed on the 4th attempt?',
  'Open the issue on the 1st page.',
  'See line 14 and the 15th row.',
  'Was war am 3. Tag?',
  'Le 14 novembre',
  'What happened on the 4th of July?',
  'Was geschah am 14. November?',
  '地铁14号线在哪里？',
])('is no day by its number: %s', (query) => {
  expect(readQueryTime(query, NOW).moments.filter(({ unit }) => unit === 'stretch')).toEqual([]);
});
