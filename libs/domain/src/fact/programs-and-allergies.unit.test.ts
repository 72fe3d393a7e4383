import { expect, test } from 'vitest';
import { factsIn, valuesIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';
import { readFacts } from './read-facts.ts';

test.each([
  ['We use Node 20.', 'node version: 20'],
  ['We use Node 22 now.', 'node version: 22'],
  ['We use PostgreSQL 16', 'postgresql version: 16'],
  ['We now run Ubuntu 24.', 'ubuntu version: 24'],
  ['We use Node 22 now for the docs build.', 'doc build node version: 22'],
])('what is used has the version that is told: %s', (text, value) => {
  expect(valuesIn(text)).toEqual([value]);
});

test.each(['We use Go 3 times a week.', 'We use Figma 2.', 'We use Node 20 if we must.', 'They use Node 20.'])(
  'other numbers are no version: %s',
  (text) => {
    expect(factsIn(text)).toEqual([]);
  },
);

test.each([
  ['Ich bin allergisch gegen Nüsse.', 'Ich bin nicht mehr allergisch gegen Nüsse.'],
  ['Ich bin gegen Nüsse allergisch.', 'Ich bin nicht mehr gegen Nüsse allergisch.'],
  ['Je suis allergique aux arachides.', 'Je ne suis plus allergique aux arachides.'],
  ['Soy alérgica al marisco.', 'Ya no soy alérgica al marisco.'],
  ['Sono allergico alle noci.', 'Non sono più allergico alle noci.'],
  ['Sou alérgica ao glúten.', 'Já não sou alérgica ao glúten.'],
  ['Ik ben allergisch voor noten.', 'Ik ben niet meer allergisch voor noten.'],
  ['Jag är allergisk mot nötter.', 'Jag är inte längre allergisk mot nötter.'],
])('an allergy that is over ends the one that was told: %s', (told, over) => {
  const [allergy, end] = [factsIn(told), factsIn(over)];
  expect([allergy.length, end.length]).toEqual([1, 1]);
  expect(compareFacts(allergy[0]!, end[0]!)).toBe('supersedes');
});

test.each([
  ['Ich bin allergisch gegen Nüsse.', 'Ich bin nicht mehr allergisch gegen Pollen.'],
  ['Soy alérgica al marisco.', 'Ya no soy alérgica al polen.'],
])('the end of another allergy does not: %s', (told, over) => {
  const [allergy, end] = [factsIn(told), factsIn(over)];
  expect(end).toHaveLength(1);
  expect([allergy[0]!.attribute === end[0]!.attribute, end[0]!.ends]).toEqual([false, true]);
});

test.each(['Wir sind von npm auf pnpm umgestiegen.', 'On est passés de npm à pnpm.', 'Nous sommes passés de Webpack à Vite.'])(
  'a change from one known program to another is read: %s',
  (text) => {
    expect(factsIn(text)).toMatchObject([{ attribute: expect.stringMatching(/^using (?:npm|webpack)$/u), saysChange: true }]);
  },
);

test.each([
  ['Decision: use cursor pagination because offsets drift.', ['use cursor pagination']],
  ['Decision: keep the retry limit at 5.', ['keep the retry limit at 5']],
  ['Decision: keep an eye on it.', []],
  ['Decision: use it.', []],
])('an agent notes what it decided as an order to itself: %s', (text, values) => {
  const source = { eventId: 'e', session: 's', ordinal: 1, kind: 'agent_message', occurredAt: Date.UTC(2026, 4, 4), text } as const;
  expect(readFacts(source).map(({ value }) => value)).toEqual(values);
});
