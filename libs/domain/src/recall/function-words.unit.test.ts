import { expect, it } from 'vitest';
import { functionWordsOf } from './function-words.ts';

it.each([
  ['Wie heißt mein Hund?', ['wie', 'mein']],
  ['¿Cuándo es la boda de mi prima?', ['cuándo', 'es', 'la', 'de', 'mi']],
  ['Quel est le nom de l’hôtel ?', ['quel', 'est', 'le', 'de', 'l']],
  ['Где живёт мой брат?', ['где', 'мой']],
  ['猫はどこに住んでいますか', ['はどこに', 'んでいますか']],
  ['What did the die in the press cost?', []],
  ['die casting', []],
  ['la', []],
])('of %j are %j', (query, words) => {
  expect(functionWordsOf(query)).toEqual(words);
});
