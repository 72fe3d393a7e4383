import { expect, it } from 'vitest';
import { labelWords } from './label-words.ts';
import { toldSentences } from './told-sentences.ts';

const labels = (...texts: readonly string[]): string[] =>
  labelWords(
    texts.map((text) => ({ text })),
    4,
  );

it('labels are the words that most texts say, as they are written, with names of two words whole', () => {
  expect(labels('Thai curry needs lemongrass.', 'Which Thai curry has more lemongrass?', 'We cooked Thai curry for Ottilie.')).toEqual([
    'Thai curry',
    'lemongrass',
    'cooked',
    'Ottilie',
  ]);
});

it('labels are no code, no numbers, no contractions and no names of speakers', () => {
  const texts = ["Ines: The crane doesn't lift #b5bd68 or 9-12 today.", 'Ines: ```\nconst quay = 4;\n```\nThe crane stood still again.'];
  expect(labels(...texts)).toEqual(['crane', 'lift', 'stood']);
});

it('a word that tells nothing in its space stands behind the others', () => {
  const texts = [{ text: 'The crane stands here.' }, { text: 'The crane and the quay.' }];
  expect(labelWords(texts, 1, (word) => (word === 'crane' ? 0.1 : 1))).not.toContain('crane');
  expect(labelWords([...texts, { text: 'A tide table.', isRequest: true }], 2)).toContain('tide table');
});

it('function words of other languages name nothing, and a day with its month is one sentence', () => {
  const texts = [
    { text: 'Unser Marktstand wurde auf den 5. Dezember verschoben.', isRequest: true },
    { text: 'Kannst du das für unseren Marktstand prüfen und auch den Aufbau?', isRequest: true },
  ];
  const names = labelWords(texts, 4);
  expect(names[0]).toBe('Marktstand');
  for (const word of ['auf', 'den', 'das', 'und', 'auch', 'Unser', 'Kannst']) expect(names).not.toContain(word);
  expect(toldSentences(texts[0]!.text).map(({ text }) => text)).toEqual([texts[0]!.text]);
});

it('a word that English shares with function words of other languages names what English texts are about', () => {
  expect(labels('The pour starts at noon.', 'Rain stops the pour again.')).toContain('pour');
  expect(labels('Le quai est prêt pour les grues.', 'La grue est là pour le quai.')).not.toContain('pour');
});
