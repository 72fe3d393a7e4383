import { expect, test } from 'vitest';
import { compareFacts, factKey } from './compare-facts.ts';
import { readFacts } from './read-facts.ts';
import type { FactSource } from './stated-fact.ts';

function sourceOf(text: string): FactSource {
  return { eventId: 'e', session: 's', ordinal: 1, kind: 'user_message', occurredAt: Date.UTC(2026, 10, 28), text };
}

test.each([
  ['The database is Postgres 15.', 'The database is Postgres 16 now.', 'supersedes'],
  ['Our cache is Redis 6.2.', 'Our cache is now Redis 7.2, and it is fast.', 'supersedes'],
  ['The main database is MySQL 8.', 'The main database is now Postgres 16.', 'supersedes'],
  ['The database is Postgres 15.', 'The database is Postgres 16.', 'beside'],
  ['The database is Postgres 15.', 'The test database is Postgres 16 now.', 'of another key'],
])('a program with its version is compared with the one before: %s %s', (earlier, later, told) => {
  const [a, b] = [sourceOf(earlier), sourceOf(later)];
  const [before, after] = [readFacts(a)[0]!, readFacts(b)[0]!];
  expect(factKey(before, a) === factKey(after, b) ? compareFacts(before, after) : 'of another key').toBe(told);
});

test.each([
  'The database is Postgres 15 in staging.',
  'If the database is Postgres 15, we can upgrade.',
  'He said the database is Postgres 15.',
  'Is the database Postgres 15?',
  'The database is not Postgres 15.',
  'The database is Postgres 150 GB.',
  'The database is Postgres 16 next week.',
  'The database is version 15.',
  'The database is Version 15.',
  'The cache is Level 2.',
  'The broker is Server 3.',
  'The runtime is Type 2.',
])('is no program in use: %s', (text) => {
  expect(readFacts(sourceOf(text)).filter(({ attribute }) => /(?:^| )(?:database|cache|broker|runtime)$/u.test(attribute ?? ''))).toEqual(
    [],
  );
});
