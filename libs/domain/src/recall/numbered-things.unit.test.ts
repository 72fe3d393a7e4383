import { expect, it } from 'vitest';
import { thingNumbers } from './numbered-things.ts';

const numbersIn = (query: string): string[] => thingNumbers(query).map(({ start, end }) => query.slice(start, end));

it.each([
  ['What was the checksum of step 99?', '99'],
  ['What came out of issue 4', '4'],
  ['what did we decide on PR #17 and why', '17'],
  ['Que dit la grue 23 ?', '23'],
  ['Was sagte Kran 7, und wann?', '7'],
])('reads the number of a thing: %s', (query, number) => {
  expect(numbersIn(query)).toEqual([number]);
});

it.each([
  'What changed in 3 files?',
  'Which of the 12 tests failed?',
  'show 5 results',
  'Which Windows 11 machines are there?',
  'is the limit 20 %?',
  'What happened at 10:30?',
  'Is it version 3.2?',
  'between step 4 and 9',
  'Is it 42?',
  'room 12b',
])('reads none: %s', (query) => {
  expect(numbersIn(query)).toEqual([]);
});
