import { expect, test } from 'vitest';
import { withoutDecisionWords } from './asked-decisions.ts';
import { namesTopic } from './question-kind/names-topic.ts';

test.each([
  'What is our decision?',
  'What did we decide?',
  'What have you finally agreed on?',
  'What was the decision that we made?',
  'Was haben wir entschieden?',
  'Was war die Entscheidung, die wir getroffen haben?',
  'Quelle est notre décision ?',
  '¿Qué decidimos?',
  'Cosa abbiamo deciso?',
  'O que decidimos?',
  'Wat hebben we besloten?',
  'Vad har vi bestämt?',
  'Что мы решили?',
])('asks for decisions and nothing else: %s', (query) => {
  const rest = withoutDecisionWords(query);
  expect(rest).toBeDefined();
  expect(namesTopic(rest!)).toBe(false);
});

test('leaves the topic of a decision', () => {
  expect(namesTopic(withoutDecisionWords('What did we decide about the gateway?')!)).toBe(true);
});

test.each(['What is our deadline?', 'Who leads the project?', 'What is decisive here?', 'Was ist der Unterschied?'])(
  'asks for no decision: %s',
  (query) => {
    expect(withoutDecisionWords(query)).toBeUndefined();
  },
);
