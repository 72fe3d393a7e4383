import { expect, test } from 'vitest';
import { factsIn } from '../../testing/stated-facts.ts';

test.each([
  ['Ich heiße Anna Schmidt und arbeite bei Siemens.', ['Anna Schmidt', 'Siemens']],
  ['Ich heiße Anna Schmidt und wohne in Köln.', ['Anna Schmidt', 'Köln']],
  ['Mein Name ist Jonas Weber und lebe in Kiel.', ['Jonas Weber', 'Kiel']],
  ['Ich bin 34 Jahre alt und wohne in Köln.', ['34 Jahre alt', 'Köln']],
  ["Je m'appelle Anne Dupont et habite à Lyon.", ['Anne Dupont', 'Lyon']],
  ["Je m'appelle Anne et travaille chez Renault.", ['Anne', 'Renault']],
  ['Ik heet Jan de Vries en woon in Utrecht.', ['Jan de Vries', 'Utrecht']],
  ['Ik heet Jan en werk bij Philips.', ['Jan', 'Philips']],
  ['Меня зовут Иван и живу в Казани.', ['Иван', 'Казани']],
])('%j says two things of one who is named once', (text, values) => {
  expect(factsIn(text).map(({ value }) => value)).toEqual(values);
});

test.each([
  'Er heißt Jonas und wohnt in Köln.',
  'Meine Schwester heißt Eva, und wohne in Köln.',
  'Elle s’appelle Anne et habite à Lyon.',
  'Hij heet Jan en woont in Utrecht.',
  'Его зовут Иван и живёт в Казани.',
  'Und wohne in Köln.',
])('%j says where nobody who speaks lives', (text) => {
  for (const place of ['Köln', 'Lyon', 'Utrecht', 'Казани']) expect(factsIn(text).map(({ value }) => value)).not.toContain(place);
});

test.each(['¡Nunca hagas push a main!', '¡Usa siempre espacios!', '¡Nunca subas secretos al repositorio!'])('%j is an order', (text) => {
  expect(factsIn(text).map(({ value }) => value)).toEqual([text.slice(1, -1)]);
});
