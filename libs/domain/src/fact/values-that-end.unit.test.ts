import { expect, test } from 'vitest';
import { factIn, factsIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';

test.each([
  ['The request timeout is 30 seconds.', 'The request timeout is no longer 30 seconds.'],
  ['The API port is 8080.', 'The API port is not 8080 anymore.'],
  ['The API port is 8080.', "The API port isn't 8080 any longer."],
  ['Our staging URL is https://s.example.com.', 'We no longer have a staging URL.'],
  ['Our team meeting is on Tuesdays.', 'Our team meeting is no longer on Tuesdays.'],
  ['Our deadline is May 4.', "We don't have a deadline anymore."],
  ['My rent is $900.', 'My rent is no longer $900.'],
  ['Der API-Port ist 8080.', 'Der API-Port ist nicht mehr 8080.'],
  ['Unser Budget ist 400 Euro.', 'Unser Budget beträgt nicht mehr 400 Euro.'],
  ['Notre budget est de 400 euros.', "Notre budget n'est plus de 400 euros."],
  ['Nuestro presupuesto es de 400 euros.', 'Nuestro presupuesto ya no es de 400 euros.'],
  ['Il nostro budget è di 400 euro.', 'Il nostro budget non è più di 400 euro.'],
  ['O nosso orçamento é de 400 euros.', 'O nosso orçamento já não é de 400 euros.'],
  ['Mijn huur is nu 900 euro.', 'Mijn huur is niet meer 900 euro.'],
  ['Vår budget är 400 euro.', 'Vår budget är inte längre 400 euro.'],
])('a value ends where the words name it, or no other: %s then %s', (earlier, later) => {
  const [before, after] = [factIn(earlier), factIn(later)];
  expect(after.key).toBe(before.key);
  expect(after.fact.ends).toBe(true);
  expect(compareFacts(before.fact, after.fact)).toBe('supersedes');
});

test('an end of another value than the one that holds ends nothing', () => {
  const [before, after] = [factIn('The API port is 9090.'), factIn('The API port is no longer 8080.')];
  expect(compareFacts(before.fact, after.fact)).toBe('beside');
});

test('a value that another takes the place of does not only end', () => {
  for (const text of ['The API port is not 8080 but 9090.', "The API port is no longer 8080, it's 9090."]) {
    expect(factIn(text).fact).toMatchObject({ value: '9090', replaces: '8080' });
    expect(factIn(text).fact).not.toHaveProperty('ends');
  }
});

test.each([
  'The API port is not 8080 yet.',
  'Is the API port no longer 8080?',
  'If the API port is no longer 8080, tell me.',
  'Bob says the API port is no longer 8080.',
  'Maybe the API port is no longer 8080.',
  'The API port is no longer 8080 in production.',
  'The API port is no longer just 8080.',
  'The API port is not only 8080 anymore.',
  'I think we no longer have a staging URL.',
  'We no longer have a staging URL for the demo.',
  'We no longer have time.',
  'We no longer have a problem.',
  'I no longer have any doubts.',
  "We don't have the memory issue any more.",
  'We no longer have a clue.',
  'We no longer have a problem with the queue.',
  'I no longer have any doubts about it.',
  "We don't have a deadline yet.",
  'Der API-Port ist noch nicht 8080.',
  'Der API-Port ist nicht mehr 8080 in der Cloud.',
  'Wenn der API-Port nicht mehr 8080 ist, sag es.',
  "Notre budget n'est pas encore de 400 euros.",
])('nothing ends by %s', (text) => {
  expect(factsIn(text).filter(({ ends }) => ends)).toEqual([]);
});
