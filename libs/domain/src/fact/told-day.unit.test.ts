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
])('tells no day for a name or a part of a word: %s', (sentence) => {
  expect(toldDay(sentence, TUESDAY)).toBeUndefined();
});
