import { expect, test } from 'vitest';
import { readFacts } from './read-facts.ts';

function stated(text: string): string[] {
  return readFacts({ eventId: 'e', session: 's', ordinal: 1, kind: 'user_message', occurredAt: Date.UTC(2026, 10, 28), text }).map(
    ({ label, attribute, value }) => `${label} ${attribute}: ${value}`,
  );
}

test.each([
  ["L'API utilise Redis.", 'project api using redis: Redis'],
  ['L’API utilise maintenant PostgreSQL.', 'project api using postgresql: PostgreSQL'],
  ['Le frontend utilise React.', 'project frontend using react: React'],
  ["J'utilise Vim.", 'user using vim: Vim'],
  ['J’utilise Firefox.', 'user using firefox: Firefox'],
])('who uses a program stands before an apostrophe or a space: %s', (text, fact) => {
  expect(stated(text)).toEqual([fact]);
});

test.each([
  "Si l'API utilise Redis, il faut un cache.",
  "Est-ce que l'API utilise Redis ?",
  "Paul dit que l'API utilise Redis.",
  "L'API n'utilise pas Redis.",
  "Je n'utilise pas Vim.",
  "J'utilise souvent le train.",
  "J'utilise un filtre.",
  'La fille utilise TikTok.',
  "L'équipe adverse utilise Slack.",
  "L'API utilise la même base.",
  "Quand j'utilise Vim, je tape vite.",
  "L'API de test utilise peut-être Redis.",
])('states no use of a program: %s', (text) => {
  expect(stated(text)).toEqual([]);
});
