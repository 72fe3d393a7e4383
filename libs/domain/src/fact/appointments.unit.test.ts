import { expect, test } from 'vitest';
import { factsIn } from '../../testing/stated-facts.ts';

test.each([
  ['I have a dentist appointment next Tuesday at 9:30, so no standup for me.', Date.UTC(2026, 4, 13)],
  ['I have an interview on May 20.', Date.UTC(2026, 4, 21)],
  ["I've got a job interview tomorrow at 3 pm.", Date.UTC(2026, 4, 6)],
])('is over when its day is: %s', (text, validTo) => {
  expect(factsIn(text)).toMatchObject([{ validTo }]);
  expect(factsIn(text)[0]).not.toHaveProperty('validFrom');
});

test.each([
  'I have a dentist appointment, so no standup for me.',
  'I have a meeting every Tuesday.',
  'I have a meeting with Tom on Fridays.',
  'I have a job interview to prepare.',
  'I have a dog.',
])('has no end: %s', (text) => {
  expect(factsIn(text)).toHaveLength(1);
  expect(factsIn(text)[0]).not.toHaveProperty('validTo');
});
