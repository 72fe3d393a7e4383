import { expect, test } from 'vitest';
import { toldDay } from './told-day.ts';

const TUESDAY = Date.UTC(2026, 10, 24, 9);

test.each([
  ['We ship tomorrow.', 'tomorrow', '2026-11-25'],
  ['Tomorrow we ship.', 'Tomorrow', '2026-11-25'],
  ['Noted. Tomorrow we ship.', 'Tomorrow', '2026-11-25'],
  ['The meeting is this Friday.', 'this Friday', '2026-11-27'],
  ['Este viernes entregamos.', 'Este viernes', '2026-11-27'],
  ['Après-demain on livre.', 'Après-demain', '2026-11-26'],
  ['Deze vrijdag is de deadline.', 'Deze vrijdag', '2026-11-27'],
  ['The release is in two days.', 'in two days', '2026-11-26'],
  ['Mein Termin ist in drei Tagen.', 'in drei Tagen', '2026-11-27'],
  ['Mi cita es dentro de seis días.', 'dentro de seis días', '2026-11-30'],
  ['La scadenza è tra 10 giorni.', 'tra 10 giorni', '2026-12-04'],
])('tells the day of %s', (sentence, words, day) => {
  expect(toldDay(sentence, TUESDAY)).toEqual({ words, time: Date.parse(day) });
});

test.each([
  'Our album is called Tomorrow Never Knows.',
  'Er sagt zu allen guten morgen.',
  'My favourite film is The Day After Tomorrow.',
  'We use tomorrow.io for weather.',
  'Est-ce vendredi ?',
  'We deploy tomorrow’s build.',
  'Ich jogge jeden Morgen.',
  'We wrote it in two days.',
  'The release is in two weeks.',
  'Das Feature ist in zwei Wochen fertig.',
  'La réunion est dans 15 jours.',
  'Die Frist ist in 8 Tagen.',
  'La prova è in due giorni.',
  'The raise is in two weeks’ salary.',
])('tells no day for a name or a part of a word: %s', (sentence) => {
  expect(toldDay(sentence, TUESDAY)).toBeUndefined();
});
