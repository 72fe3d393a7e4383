import { expect, test } from 'vitest';
import { factIn, factsIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';

test.each([
  ['the request timeout in the gateway is 30 seconds', 'sorry, I misread, the request timeout in the gateway is 45 seconds'],
  ['The budget is $400.', 'I misremembered: the budget is $500.'],
  ['The deploy region is eu-west-1.', 'I take that back, the deploy region is eu-central-1.'],
  ['The budget is $400.', 'Scrap that, the budget is $500.'],
  ['The budget is $400.', 'No wait, the budget is $500.'],
  ['The staging port is 8080.', 'Oh, I mixed them up: the staging port is 8081.'],
  ['Die Frist ist der 4. Mai.', 'Entschuldigung, ich habe mich verlesen: die Frist ist der 5. Mai.'],
  ['El presupuesto es de 300 euros.', 'Me equivoqué, el presupuesto es de 400 euros.'],
  ['La reunión es el 9 de mayo.', 'Perdón, la reunión es el 10 de mayo.'],
  ['La riunione è il 9 maggio.', 'Scusa, la riunione è il 10 maggio.'],
  ['La réunion est le 9 mai.', 'Je me suis trompée, la réunion est le 10 mai.'],
  ['La riunione è il 9 maggio.', 'Mi sono sbagliata, la riunione è il 10 maggio.'],
  ['A reunião é a 9 de maio.', 'Enganei-me, a reunião é a 10 de maio.'],
  ['De deadline is 2 juni.', 'Ik heb me vergist, de deadline is 3 juni.'],
  ['Vår budget är 200 kr.', 'Förlåt, vår budget är 300 kr.'],
])('%s is put right by: %s', (before, after) => {
  const [earlier, later] = [factIn(before), factIn(after)];
  expect(later.key).toBe(earlier.key);
  expect(compareFacts(earlier.fact, later.fact)).toBe('supersedes');
});

test.each([
  'I was wrong that the port is 9000.',
  'You misread, the port is 9000?',
  'I misread, I think the budget is $500.',
  'Juan se equivocó, el presupuesto es de 400 euros.',
])('puts nothing right: %s', (text) => {
  expect(factsIn(text)).toEqual([]);
});
