import { expect, test } from 'vitest';
import { factIn, factsIn, valuesIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';

test.each([
  'The port is now 9000, but only in staging.',
  'The port is now 9000, but just for the demo.',
  'The port is now 9000, except in production.',
  'The port is now 9000, except for the workers.',
  'The port is now 9000 (but only in staging).',
  'We switched from npm to pnpm, but only in the frontend.',
  'We replaced Redis with RabbitMQ, except for the cache.',
  'We no longer use Redis, except in staging.',
  'We no longer use Redis, at least not in production.',
  'We use Vitest, but only in the frontend.',
  'Wir haben Redis durch RabbitMQ ersetzt, aber nur im Staging.',
  'Der Port ist jetzt 9000, aber nur im Staging.',
  'Nous avons remplacé Redis par RabbitMQ, mais seulement en préproduction.',
  'Hemos reemplazado Redis por RabbitMQ, pero solo en staging.',
])('what holds in one case alone is no value: %s', (text) => {
  expect(factsIn(text).filter(({ attribute }) => attribute !== undefined)).toEqual([]);
});

test.each([
  ['The port is now 9000, but only the docs say so.', 'port: 9000'],
  ['The port is now 9000, but in staging nobody has noticed.', 'port: 9000'],
  ['The port is now 9000, at least in staging.', 'staging port: 9000'],
  ['The port is now 9000, exactly as planned.', 'port: 9000'],
  ['We switched from npm to pnpm, but just today.', 'using npm: pnpm'],
  ['The deadline is June 9, not on June 5.', 'deadline: June 9'],
  ['Our budget is $900, but at least we have one.', 'budget: $900'],
])('and one of which no case is named stays: %s', (text, fact) => {
  expect(valuesIn(text)).toEqual([fact]);
});

test.each([
  ["We don't use RabbitMQ for mails anymore.", 'mail using rabbitmq: RabbitMQ'],
  ["We don't use RabbitMQ for mails any more.", 'mail using rabbitmq: RabbitMQ'],
])('"any more" is no word of the part that a program is used for: %s', (text, fact) => {
  expect(valuesIn(text)).toEqual([fact]);
});

test.each([
  ['The API now uses Postgres instead of MySQL.', 'api using mysql: Postgres'],
  ['The worker now uses NATS instead of Redis because it is faster.', 'worker using redis: NATS'],
])('what a part of the work now uses "instead" replaces what it used: %s', (text, fact) => {
  expect(valuesIn(text)).toEqual([fact]);
  const [, worker, program] = /^(\S+) using (\S+):/u.exec(fact)!;
  expect(compareFacts(factIn(`The ${worker} uses ${program}.`).fact, factIn(text).fact)).toBe('supersedes');
});

test.each([
  'The API could now use Postgres instead of MySQL.',
  'The API now uses Postgres instead of MySQL in tests only.',
  'If the API now uses Postgres instead of MySQL, tell me.',
  'The API now uses a cache instead of MySQL.',
])('but not what it may use, or what is no program: %s', (text) => {
  expect(valuesIn(text).filter((fact) => fact.includes('using mysql'))).toEqual([]);
});
