import { expect, test } from 'vitest';
import { asOwnSentence, withoutLeadIn } from './without-lead-in.ts';

test.each([
  ['And the staging port is 4200 now.', 'the staging port is 4200 now.'],
  ['But Memcached listens on port 11212.', 'Memcached listens on port 11212.'],
  ["So I've moved to Bergen.", "I've moved to Bergen."],
  ['Also, I have two gift cards.', 'I have two gift cards.'],
  ['Sure, my user ID is wanda_8555.', 'my user ID is wanda_8555.'],
  ['Hey Odile, I love bowling.', 'I love bowling.'],
  ['And by the way, I prefer tea.', 'I prefer tea.'],
  ['Aber ich wohne in Flensburg.', 'ich wohne in Flensburg.'],
  ['Mais notre lancement est le 7 juin.', 'notre lancement est le 7 juin.'],
  ['Y ahora vivo en Oviedo.', 'ahora vivo en Oviedo.'],
  ['Maar onze poort is 4000.', 'onze poort is 4000.'],
  ['Och jag bor i Lund.', 'jag bor i Lund.'],
  ['Но я живу в Омске.', 'я живу в Омске.'],
])('words that join a sentence to its conversation are left out: %s', (sentence, own) => {
  expect(withoutLeadIn(sentence)).toBe(own);
});

test.each([
  'So far my rent is $900.',
  'Then came the flood.',
  'Android is what we test on.',
  'And/or is not allowed in names.',
  'But for the port nothing changed.',
  'En mars, je travaille chez Dubreuil.',
  'E ink is what I read on.',
  'Men in our crane team wear red.',
  'Also wohne ich in Flensburg.',
  'Right now, I live in Bergen.',
  'Sure.',
  'Hey, ',
  'A week ago I bought a kayak.',
])('others stay: %s', (sentence) => {
  expect(withoutLeadIn(sentence)).toBe(sentence);
});

test('a line begins with a capital where its sentence did, unless its first word is a name of its own form', () => {
  expect(asOwnSentence('And the staging port is 4200 now.')).toBe('The staging port is 4200 now.');
  expect(asOwnSentence('and the staging port is 4200 now.')).toBe('the staging port is 4200 now.');
  expect(asOwnSentence('And `make check` is the test command.')).toBe('`make check` is the test command.');
  expect(asOwnSentence('And stagingPort is 4200.')).toBe('stagingPort is 4200.');
  expect(asOwnSentence('the port is 4200.')).toBe('the port is 4200.');
});
