import { expect, test } from 'vitest';
import { factsIn } from '../../testing/stated-facts.ts';

const values = (text: string): (string | undefined)[] => factsIn(text).map(({ value }) => value);

test.each([
  'Könntest du das übersetzen? Ich wohne in Leipzig.',
  'Kannst du diesen Satz ins Englische übersetzen? Wir haben uns für Kafka entschieden.',
  'Übersetz das bitte ins Englische: Ich wohne in Bonn.',
  "Peux-tu traduire ça ? J'habite à Lyon.",
  'Tu peux me traduire ceci en anglais ? Je pèse 80 kilos.',
  '¿Puedes traducir esto? Vivo en Sevilla.',
  '¿Puedes traducirlo? Vivo en Sevilla.',
  'Puoi tradurre questo? Abito a Torino.',
  'Mi traduci questo? Peso 80 chili.',
  'Kun je dit vertalen? Ik woon in Gent.',
  '你能翻译一下吗？我住在杭州。',
  'Can you translate the next sentence? I work at Bosch.',
  'Ich wohne in Leipzig. Könntest du das übersetzen?',
  'Ich wohne in Leipzig.\n\nKönntest du das übersetzen?',
  'I live in Turin.\n\nCould you translate this?',
  'Can you translate this into French for me? My name is Ana and I live in Oslo.',
  'Can you translate this German sentence? I live in Oslo.',
  'Can you translate the following?\n\nI live in Oslo. I work at Bosch.',
  'Can you proofread this text?\n\nI live in Rome and work at Fiat.',
  'Kannst du mir das kurz auf Französisch übersetzen? Ich wohne in Kiel.',
  'Könntest du den folgenden Text übersetzen?\nIch wohne in Kiel.',
  '¿Podrías traducir esta frase al inglés? Vivo en Sevilla.',
  'Kun je deze tekst vertalen? Ik woon in Gent.',
  'Kan du översätta det här? Jag bor i Malmö.',
  'Pode traduzir isto? Moro em Lisboa.',
  'Can you translate this:\n\nI live in Oslo.\n\nI work at Bosch.',
  'Can you translate this? I live in Oslo.\n\nAnd can you translate this? I work at Bosch.',
  'Kannst du das bitte ins Englische übersetzen? Ich heiße Jonas.',
  'Could you translate these: I live in Oslo.',
  "Reformule :\n\nJ'habite maintenant à Nantes.",
  'Übersetze ins Englische:\n\nIch heiße Karla.',
  'Bitte übersetzen:\n\nIch heiße Karla.',
  "Traduis en anglais :\n\nJe m'appelle Karla.",
  'Traduce al inglés:\n\nMe llamo Karla.',
  'Proofread:\n\nMy name is Karla.',
  'Korrigiere:\n\nIch heiße Karla.',
  'Corrige :\nJe m’appelle Karla.',
  'Bitte ins Englische übersetzen:\nIch heiße Karla.',
])('words that somebody asks to have translated are not his own: %s', (text) => {
  expect(values(text)).toEqual([]);
});

test.each([
  ['Wer kann das übersetzen? Ich wohne in Leipzig.', 'Leipzig'],
  ['Can you translate German? I live in Leipzig.', 'Leipzig'],
  ['Traducciones pendientes:\n\nMe llamo Karla.', 'Karla'],
  ["I can't translate this? I live in Leipzig.", 'Leipzig'],
  ['Could you help me with this? I live in Leipzig.', 'Leipzig'],
  ['Can you translate it to Python? We use Python 3.12 now.', '3.12'],
  ['Kannst du das Projekt ins Englische übersetzen? Ich heiße Jonas.', 'Jonas'],
  ['Kannst du das projekt ins Englische übersetzen? Ich heiße Jonas.', 'Jonas'],
  ['Could you translate that function to Rust? My name is Ana and I live in Oslo.', 'Ana'],
  ['Could you translate it into TypeScript? My name is Ana.', 'Ana'],
  ['Can you fix the parser so that it can translate dates? I live in Leipzig.', 'Leipzig'],
  ['Can you rename the file, add the strings that we translate, and commit it? I live in Leipzig.', 'Leipzig'],
  ['Kun je dat project vertalen? Ik woon in Gent.', 'Gent'],
  ['Can you translate the docs? I live in Ghent.', 'Ghent'],
  ['Kannst du das Skript nach Python übersetzen? Ich wohne in Kiel.', 'Kiel'],
  ["Peux-tu traduire le code en Rust ? Je m'appelle Hugo.", 'Hugo'],
  ['Puoi tradurre il progetto? Abito a Torino.', 'Torino'],
  ['Can you help that team translate faster? I work at Bosch.', 'Bosch'],
  ['Can you translate this? Thanks.\n\nI live in Leipzig.', 'Leipzig'],
  ['I live in Leipzig.\n\nI work at Bosch.\n\nCould you translate this?', 'Leipzig'],
])('what nobody asks to have translated is: %s', (text, value) => {
  expect(values(text)).toContain(value);
});

test.each([
  ['Kannst du das Projekt ins Englische übersetzen? Ich heiße Jonas. Antworte mir immer auf Deutsch.', 'Antworte mir immer auf Deutsch'],
  ['Kannst du das übersetzen? Ich heiße Jonas. Antworte mir immer auf Deutsch.', 'Antworte mir immer auf Deutsch'],
  ['Peux-tu traduire ce texte ? Réponds-moi toujours en français.', 'Réponds-moi toujours en français'],
  ['Can you translate this? Always answer in English.', 'Always answer in English'],
  ['Please help me rephrase this sentence: it is too long.\n\nAlso, from now on never use semicolons.', 'from now on never use semicolons'],
  ['Can you help me find why that line fails to translate? Never touch the migrations.', 'Never touch the migrations'],
])('an instruction beside such a request stands: %s', (text, words) => {
  const instructions = factsIn(text).filter(({ kind }) => kind === 'constraint');
  expect(instructions.map(({ from, to }) => text.slice(from, to))).toEqual([expect.stringContaining(words)]);
});

test.each([
  'Can you translate this?\nAlways answer in English.',
  'Can you translate this: Always answer in English.',
  'Always answer in English.\n\nCan you translate this?',
])('an instruction that is the text to translate does not: %s', (text) => {
  expect(factsIn(text)).toEqual([]);
});
