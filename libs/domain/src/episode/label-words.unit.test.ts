import { expect, it } from 'vitest';
import { labelWords } from './label-words.ts';

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
