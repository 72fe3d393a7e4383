import { expect, test } from 'vitest';
import { factIn, factsIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';

test.each([
  ['I weigh 82 kilos.', 'weight', '82 kilos'],
  ['I currently weigh 74 kg, down from 79 in spring.', 'weight', '74 kg'],
  ["I'm 183 cm tall.", 'height', '183 cm'],
  ["I'm 5'11\" tall.", 'height', '5\'11"'],
  ['Ich wiege derzeit 71 kg.', 'weight', '71 kg'],
  ['Ich bin 1,84 m groß.', 'height', '1,84 m'],
  ['Je pèse 82 kilos.', 'weight', '82 kilos'],
  ['Je mesure 1,70 m.', 'height', '1,70 m'],
  ['Peso 66 kilos ahora.', 'weight', '66 kilos'],
  ['Peso 74 chili.', 'weight', '74 chili'],
  ['我现在体重70公斤。', 'weight', '70公斤'],
])('what somebody weighs and how tall he is: %s', (text, attribute, value) => {
  expect(factIn(text).fact).toMatchObject({ label: 'user', attribute, value });
});

test('a later weight replaces an earlier one, in whatever unit', () => {
  expect(compareFacts(factIn('I weigh 82 kilos.').fact, factIn('I weigh 172 lbs.').fact)).toBe('supersedes');
});

test.each([
  'I weigh 82 kilos more than my sister.',
  'I weigh 82 kilos in my dreams.',
  "I weigh 90 kg when I'm stressed.",
  'I weigh 75 kg, I think.',
  'I weigh 25 kg and 30 kg sacks at work.',
  'I used to weigh 95 kilos.',
  'My character weighs 82 kilos.',
  "I'm 180 cm tall in heels.",
  'Ich wiege 82 Kilo Mehl ab.',
  'Ich wiege gefühlt 200 Kilo.',
  'Je pèse 80 kilos de pommes par jour.',
  'Peso 20 kg di farina.',
  '他体重90公斤。',
  'Ich habe zwei Kinder gesehen.',
  "J'ai deux chats à garder ce week-end.",
])('what is weighed, and what others weigh, is not: %s', (text) => {
  expect(factsIn(text)).toEqual([]);
});

test.each(['Ich bin 1,84 m groß.', 'Ich bin 2,5 Jahre dabei.'])('a number with a fraction is no age: %s', (text) => {
  expect(factsIn(text).filter(({ attribute }) => attribute === 'age')).toEqual([]);
});

test.each([
  ['timeout = 30s', 'timeout', '30s'],
  ['max_connections = 8', 'max_connection', '8'],
  ['log_level = debug', 'log_level', 'debug'],
  ['debounce: 250ms', 'debounce', '250ms'],
])('a setting that is the whole of a message is read: %s', (text, attribute, value) => {
  expect(factIn(text).fact).toMatchObject({ label: 'project', kind: 'value', attribute, value });
});

test.each([
  '[server]\nhost = 0.0.0.0\ntimeout = 30s',
  'timeout = 30s\npool = 10',
  'In the docs I found: timeout = 30s',
  'The log shows timeout = 30s and then it hangs.',
  'What does timeout = 30s do?',
  'const timeout = 30s;',
  'x = 5',
  'total = 30',
  'api_key = sk-abc123',
  'README.md = 5',
])('settings beside other words, code and secrets are not: %s', (text) => {
  expect(factsIn(text)).toEqual([]);
});
