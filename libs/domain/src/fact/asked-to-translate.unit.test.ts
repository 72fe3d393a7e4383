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
])('words that somebody asks to have translated are not his own: %s', (text) => {
  expect(values(text)).toEqual([]);
});

test.each([
  ['Wer kann das übersetzen? Ich wohne in Leipzig.', 'Leipzig'],
  ['Can you translate German? I live in Leipzig.', 'Leipzig'],
  ["I can't translate this? I live in Leipzig.", 'Leipzig'],
  ['Could you help me with this? I live in Leipzig.', 'Leipzig'],
  ['I live in Leipzig.\n\nI work at Bosch.\n\nCould you translate this?', 'Leipzig'],
])('what nobody asks to have translated is: %s', (text, value) => {
  expect(values(text)).toContain(value);
});
