import { expect, it } from 'vitest';
import { factIn, valuesIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';

it.each([
  ['We deploy on Tuesdays.', 'deploy schedule: Tuesdays'],
  ['We release every two weeks.', 'release schedule: every two weeks'],
  ['We ship every Friday, so plan for it.', 'ship schedule: every Friday'],
  ['We always deploy on Thursdays because nobody is away then.', 'deploy schedule: Thursdays'],
])('reads when a team releases: %s', (text, fact) => {
  expect(valuesIn(text)).toEqual([fact]);
});

it.each([
  'We never deploy on Fridays.',
  "We don't deploy on Fridays.",
  'Do we deploy on Tuesdays?',
  'If we deploy on Tuesdays, it breaks.',
  'We used to deploy on Mondays.',
  'We deploy on Tuesdays if CI is green.',
  'We deploy on Tuesdays and Thursdays.',
  'We should deploy on Tuesdays.',
  'We deploy every time a test passes.',
])('reads no schedule: %s', (text) => {
  expect(valuesIn(text).filter((fact) => fact.includes('schedule'))).toEqual([]);
});

it('takes another day only with a word of change', () => {
  const [was, now, also] = ['We deploy on Tuesdays.', 'We now deploy on Thursdays.', 'We deploy on Thursdays.'].map(
    (text) => factIn(text).fact,
  );
  expect(compareFacts(was!, now!)).toBe('supersedes');
  expect(compareFacts(was!, also!)).toBe('beside');
});
