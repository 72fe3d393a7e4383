import { expect, test } from 'vitest';
import { compareFacts } from './compare-facts.ts';
import { readFacts } from './read-facts.ts';
import { shownValue } from './shown-value.ts';

test.each([
  ['I live in Trondheim.', 'Trondheim'],
  ['I no longer live in Trondheim.', undefined],
  ['I no longer work at Halvorsen Shipping.', undefined],
  ['I hate mushrooms.', undefined],
  ["I don't like hashtags anymore.", undefined],
])('%s', (text, value) => {
  const [fact] = readFacts({ eventId: 'e', session: 's', ordinal: 1, kind: 'user_message', occurredAt: 0, text });
  expect(fact!.value).toBeDefined();
  expect(shownValue(fact!)).toBe(value);
});

test.each([
  ['The deadline is next Friday.', 'next Friday (2026-12-04)'],
  ['The deadline is Friday.', 'Friday (2026-12-04)'],
  ['The demo is tomorrow at 10.', 'tomorrow (2026-11-29)'],
  ['The deadline is in two weeks.', 'in two weeks (about 2026-12-12)'],
  ['My dentist appointment is in a week’s time.', 'in a week’s time (about 2026-12-05)'],
  ['Mein Zahnarzttermin ist in zwei Wochen.', 'in zwei Wochen (about 2026-12-12)'],
  ['Mi cita con el dentista es dentro de dos semanas.', 'dentro de dos semanas (about 2026-12-12)'],
  ['Mon rendez-vous est dans trois jours.', 'dans trois jours (2026-12-01)'],
  ['La scadenza è tra una settimana.', 'tra una settimana (about 2026-12-05)'],
  ['De deadline is over twee weken.', 'over twee weken (about 2026-12-12)'],
  ['The launch is in 15 days.', 'in 15 days (2026-12-13)'],
  ['The deadline is 2026-12-04.', '2026-12-04'],
  ['The deadline is May 5, 2027.', 'May 5, 2027'],
  ['My birthday is June 4.', 'June 4'],
  ['Our release day is Friday.', 'Friday'],
])('a day from the day of the statement has its date: %s', (text, shown) => {
  const [fact] = readFacts({ eventId: 'e', session: 's', ordinal: 1, kind: 'user_message', occurredAt: Date.UTC(2026, 10, 28), text });
  expect(shownValue(fact!)).toBe(shown);
});

const MONDAY = Date.UTC(2026, 10, 23, 9);
const FRIDAY = Date.UTC(2026, 10, 27, 9);
test.each([
  ['The demo is tomorrow at 3 pm.', MONDAY, 'tomorrow at 3 pm (2026-11-24)'],
  ['The demo is next Tuesday at 14:00.', FRIDAY, 'next Tuesday at 14:00 (2026-12-01)'],
  ['The deadline is Thursday at 18:00.', MONDAY, 'Thursday at 18:00 (2026-11-26)'],
  ['The deadline is Friday the 4th.', FRIDAY, 'Friday the 4th (2026-12-04)'],
  ['The deadline is next Friday.', FRIDAY, 'next Friday (2026-12-04)'],
  ['The deadline is next Monday.', Date.UTC(2026, 10, 22), 'next Monday (2026-11-23)'],
  // These are two days to different people.
  ['The deadline is next Friday.', MONDAY, 'next Friday'],
  ['The deadline is next Sunday.', FRIDAY, 'next Sunday'],
  ['The deadline is Friday.', FRIDAY, 'Friday'],
])('a day has its date only where it can be no other day: %s', (text, occurredAt, shown) => {
  const [fact] = readFacts({ eventId: 'e', session: 's', ordinal: 1, kind: 'user_message', occurredAt, text });
  expect(shownValue(fact!)).toBe(shown);
});

test.each([
  ['The demo is the day after tomorrow.', MONDAY, 'the day after tomorrow (2026-11-25)'],
  ['The deadline is this Friday.', MONDAY, 'this Friday (2026-11-27)'],
  ['Die Demo ist übermorgen um 14 Uhr.', MONDAY, 'übermorgen um 14 Uhr (2026-11-25)'],
  ['Die Deadline ist kommenden Freitag.', MONDAY, 'kommenden Freitag (2026-11-27)'],
  ['Die Abgabefrist ist Donnerstag.', MONDAY, 'Donnerstag (2026-11-26)'],
  ['La réunion avec le client est demain à 10h.', MONDAY, 'demain à 10h (2026-11-24)'],
  ['La livraison est ce vendredi.', MONDAY, 'ce vendredi (2026-11-27)'],
  ['La fecha de entrega es pasado mañana.', MONDAY, 'pasado mañana (2026-11-25)'],
  ['La demo es mañana.', MONDAY, 'mañana (2026-11-24)'],
  ['La reunión es el próximo lunes.', FRIDAY, 'próximo lunes (2026-11-30)'],
  ['La scadenza è dopodomani.', MONDAY, 'dopodomani (2026-11-25)'],
  ['O prazo de entrega é depois de amanhã.', MONDAY, 'depois de amanhã (2026-11-25)'],
  ['De release is overmorgen.', MONDAY, 'overmorgen (2026-11-25)'],
  ['De demo is morgen om 10 uur.', MONDAY, 'morgen om 10 uur (2026-11-24)'],
  ['Vår deadline är i morgon.', MONDAY, 'i morgon (2026-11-24)'],
  ['Die Deadline ist nächsten Freitag.', MONDAY, 'nächsten Freitag'],
  ['La livraison est vendredi prochain.', MONDAY, 'vendredi prochain'],
  ['La entrega es el viernes que viene.', MONDAY, 'viernes que viene'],
  ['Die Deadline ist Freitag.', FRIDAY, 'Freitag'],
  ['Unser Release-Tag ist Freitag.', MONDAY, 'Freitag'],
])('a day told in another language has its date, too: %s', (text, occurredAt, shown) => {
  const [fact] = readFacts({ eventId: 'e', session: 's', ordinal: 1, kind: 'user_message', occurredAt, text });
  expect(shownValue(fact!)).toBe(shown);
});

test.each([
  'Die Sitzung ist am Morgen.',
  'Das Meeting ist morgen früh.',
  'La reunión es mañana por la mañana.',
  'De vergadering is in de morgen.',
  "The launch is tomorrow's top priority.",
])('no day is read of %s', (text) => {
  expect(readFacts({ eventId: 'e', session: 's', ordinal: 1, kind: 'user_message', occurredAt: MONDAY, text })).toEqual([]);
});

test('"tomorrow" of another day is another value', () => {
  const read = (occurredAt: number) =>
    readFacts({ eventId: 'e', session: 's', ordinal: 1, kind: 'user_message', occurredAt, text: 'The demo is tomorrow now.' })[0]!;
  expect(compareFacts(read(MONDAY), read(MONDAY))).toBe('same');
  expect(compareFacts(read(MONDAY), read(FRIDAY))).toBe('supersedes');
});
