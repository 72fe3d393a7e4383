import { expect, test } from 'vitest';
import { factsIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';
import { shownValue } from './shown-value.ts';

/** A Wednesday. */
const NOW = Date.parse('2026-11-25T12:00:00Z');
const endOf = (text: string): string | undefined => {
  const [fact] = factsIn(text, NOW);
  expect(fact?.value).toBeDefined();
  return fact?.validTo === undefined ? undefined : new Date(fact.validTo).toISOString().slice(0, 10);
};

test.each([
  ['My dentist appointment is on Tuesday at 3.', '2026-12-02'],
  ['The demo is tomorrow at 10.', '2026-11-27'],
  ['My interview is next Monday.', '2026-12-01'],
  ['My interview is next Friday.', '2026-12-05'],
  ['My exam is on Wednesday.', '2026-12-03'],
  ['The meeting with Anna is on December 3.', '2026-12-04'],
  ['The launch is in January.', '2027-02-01'],
  ['Mein Zahnarzttermin ist am Dienstag um 15 Uhr.', '2026-12-02'],
  ['Die Besprechung ist am 3. Dezember.', '2026-12-04'],
  ['Mon rendez-vous chez le dentiste est mardi à 15h.', '2026-12-02'],
  ['Mi cita con el dentista es el martes a las 3.', '2026-12-02'],
  ['Il mio appuntamento dal dentista è martedì alle 15.', '2026-12-02'],
  ['O meu prazo é 3 de dezembro.', '2026-12-04'],
  ['会议是12月3日。', '2026-12-04'],
  ['会議は12月3日です。', '2026-12-04'],
])('is over when the day is that it is on: %s', (text, day) => {
  expect(endOf(text)).toBe(day);
});

test.each([
  'The meeting is on Tuesday.',
  'The meeting is on Tuesdays.',
  'My birthday is December 3.',
  'The standup is at 9:30.',
  'The release date is March 5, 2024.',
  'My piano lesson is on Tuesday.',
])('has no end where it comes back, or was over then: %s', (text) => {
  expect(endOf(text)).toBeUndefined();
});

test('a day that was moved replaces the one before, although that has an end', () => {
  const [earlier] = factsIn('My dentist appointment is on Tuesday at 3.', NOW);
  const [later] = factsIn('My dentist appointment has been moved to Friday at 3.', NOW);
  expect(later).not.toHaveProperty('isPassing');
  expect(compareFacts(earlier!, later!)).toBe('supersedes');
});

test('a weekday of a thing that takes place once is shown with its date', () => {
  const [fact] = factsIn('My dentist appointment is on Tuesday.', NOW);
  expect(shownValue(fact!)).toBe('Tuesday (2026-12-01)');
});
