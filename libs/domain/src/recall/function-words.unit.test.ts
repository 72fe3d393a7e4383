import { expect, it } from 'vitest';
import { functionWordsOf, isInOtherLanguages, languageOf } from './function-words.ts';

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

it.each([
  ['What did the die in the press cost?', 'en'],
  ['Wie heißt mein Hund?', 'de'],
  ['pourquoi le commit a-t-il échoué ?', 'fr'],
  ['¿cuándo fue la boda de mi prima?', 'es'],
  ['猫はどこに住んでいますか', 'ja'],
  ['我的猫住在哪里', 'zh'],
  ['npm run build', undefined],
  ['error TS2554', undefined],
])('the language of %j is %s', (text, language) => {
  expect(languageOf(text)).toBe(language);
});

it('knows a question whose evidence is all in other languages', () => {
  const english = 'The commit failed because the hook could not find the linter.';
  expect(isInOtherLanguages('pourquoi le commit a-t-il échoué ?', [english, 'exit code 1'])).toBe(true);
  expect(isInOtherLanguages('pourquoi le commit a-t-il échoué ?', [english, 'Le commit a échoué à cause du linter.'])).toBe(false);
  expect(isInOtherLanguages('pourquoi le commit a-t-il échoué ?', ['exit code 1'])).toBe(false);
  expect(isInOtherLanguages('why did the commit fail?', [english])).toBe(false);
  expect(isInOtherLanguages('commit hook', [english])).toBe(false);
  const ofBoth = '08:12 start of the ferry job failed: der Dienst ist nicht bereit (die Datenbank)';
  expect([languageOf(ofBoth), isInOtherLanguages('why did the ferry job fail?', [ofBoth])]).toEqual(['de', false]);
  expect(isInOtherLanguages('why did the ferry job fail?', ['Die Fähre war nicht da, weil der Dienst um acht noch stand.'])).toBe(true);
});
