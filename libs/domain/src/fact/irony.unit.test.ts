import { expect, it } from 'vitest';
import { factsIn } from '../../testing/stated-facts.ts';

it.each([
  'Toll, schon wieder ein Ausfall. Ich liebe Bereitschaft.',
  'Na super, ich liebe Überstunden.',
  'Super. Ich liebe Montage.',
  'Ich liebe Bereitschaft. Ironie aus.',
  'Ich liebe Bereitschaft, Ironie aus.',
  'Genial, otra caída. Me encanta la guardia.',
  'Me encanta la guardia, nótese la ironía.',
  "J'adore les astreintes, c'est ironique.",
  'I love being on call. Note the sarcasm.',
  'Unser Port ist 80. Ironie aus.',
])('nobody who speaks so means it: %s', (text) => {
  expect(factsIn(text)).toEqual([]);
});

it.each([
  ['Super, das klappt. Ich liebe Tee.', 'Tee'],
  ['Toll! Ich mag Tee sehr.', 'Tee'],
  ['Genial, funciona. Me encanta el té.', 'el té'],
  ['I love irony.', 'irony'],
  ['Ich liebe Ironie.', 'Ironie'],
])('and who speaks so does: %s', (text, value) => {
  expect(factsIn(text)).toMatchObject([{ kind: 'preference', value }]);
});
