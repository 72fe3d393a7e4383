import { expect, test } from 'vitest';
import { compareFacts, factKey, isOneAttribute, type FactRelation } from './compare-facts.ts';
import { readFacts } from './read-facts.ts';
import type { FactSource, StatedFact } from './stated-fact.ts';

function source(text: string, more: Partial<FactSource> = {}): FactSource {
  return { eventId: 'e1', session: 's', ordinal: 1, kind: 'user_message', occurredAt: Date.UTC(2025, 2, 12), text, ...more };
}

function read(text: string, more: Partial<FactSource> = {}): { readonly fact: StatedFact; readonly key: string | undefined } {
  const [fact] = readFacts(source(text, more));
  return { fact: fact!, key: factKey(fact!, source(text, more)) };
}

test.each<[string, string, FactRelation]>([
  ['I live in Trondheim.', 'I moved to Bergen in January.', 'supersedes'],
  ['I live in Trondheim.', "I'm living in Trondheim.", 'same'],
  ['The API port is 4100.', 'The API port is 4200.', 'supersedes'],
  ['MAX_RETRIES=3', 'MAX_RETRIES=5', 'supersedes'],
  ['The default branch is master.', 'The default branch is main.', 'supersedes'],
  ['We use Jest.', 'We replaced Jest with Vitest on Monday.', 'supersedes'],
  ['Our flight is LH454.', 'Our flight is now LH456 on June 3rd.', 'supersedes'],
  ["We're using Fastify 5.2.1.", "We've upgraded Fastify to 5.3.0.", 'supersedes'],
  ["We're using Fastify 5.2.", "We're using Fastify 5.2.1.", 'same'],
  ['My rowing budget is $300.', "I've raised my rowing budget from $300 to $450.", 'supersedes'],
  ['My rowing budget is $280.', "I've raised my rowing budget from $300 to $450.", 'beside'],
  ['My rowing budget is $300.', 'My rowing budget is $450.', 'beside'],
  ['My rowing budget is $300.', 'My rowing budget is now $450.', 'supersedes'],
  ['My rowing budget is $300.', 'My rowing budget is now 40 hours.', 'beside'],
  ['I work at Halvorsen Shipping.', 'I no longer work at Halvorsen Shipping.', 'supersedes'],
  ['I work at Halvorsen Shipping.', 'I no longer work at Lindqvist Cranes.', 'beside'],
  ['I work at Halvorsen Shipping.', 'I work at Linden university hospital now.', 'supersedes'],
  ['I love herring.', 'I no longer like herring.', 'supersedes'],
  ["I'm allergic to penicillin.", "I'm no longer allergic to penicillin.", 'supersedes'],
  ["I'm no longer allergic to penicillin.", "I'm allergic to penicillin.", 'supersedes'],
])('%s then %s: %s', (earlier, later, relation) => {
  const [before, after] = [read(earlier), read(later)];
  expect(before.key).toBeDefined();
  expect(after.key).toBe(before.key);
  expect(compareFacts(before.fact, after.fact)).toBe(relation);
});

test.each([
  ['My rowing budget is $300.', 'My sailing budget is now $450.'],
  ['The deadline for the crane manual is May 5.', 'The deadline for the lock manual is now May 12.'],
  ['I love herring.', 'I no longer like mackerel.'],
])('%s and %s are of different things', (earlier, later) => {
  const [before, after] = [read(earlier), read(later)];
  expect(after.key).not.toBe(before.key);
  expect(compareFacts(before.fact, after.fact)).toBe('beside');
});

test("one person's words never replace another's", () => {
  expect(read('I live in Bergen.', { agent: 'Odile' }).key).not.toBe(read('I live in Bergen.', { agent: 'Agnes' }).key);
  expect(read('I live in Bergen.', { subject: 'u1' }).key).not.toBe(read('I live in Bergen.', { subject: 'u2' }).key);
});

test('what nothing replaces has no key', () => {
  expect(read('Always run the linter before you commit.').key).toBeUndefined();
  expect(read('I visited the lock gates yesterday.').key).toBeUndefined();
});

test.each([
  'I hope my rowing budget has been raised to $450.',
  'We want my rowing budget increased to $450.',
  "I'd love my rowing budget raised to $450.",
  'I doubt my rowing budget has been raised to $450.',
  'She wonders whether my rowing budget was raised to $450.',
])('who wishes or doubts replaces nothing: %s', (text) => {
  expect(readFacts(source(text)).filter(({ attribute }) => attribute === 'rowing budget')).toEqual([]);
});

test.each([
  ['The deploy-region is eu-west-1.', 'The deploy region is now eu-west-2.'],
  ['Die Deploy-Region ist eu-west-1.', 'The deploy region is now eu-west-2.'],
  ['My wake-up time is 7 AM.', 'My wake up time is now 8 AM.'],
])('a thing is the same with a hyphen and without: %s then %s', (earlier, later) => {
  const [before, after] = [read(earlier), read(later)];
  expect(after.key).toBe(before.key);
  expect(compareFacts(before.fact, after.fact)).toBe('supersedes');
});

test('a number behind a hyphen is part of a name', () => {
  expect(read('The port of worker-2 is 80.').key).not.toBe(read('The port of worker 3 is 80.').key);
  expect(isOneAttribute('replica-2 port', 'replica 2 port')).toBe(false);
  expect(isOneAttribute('Deploy-Region', 'deploy_region')).toBe(true);
});

test.each<[string, string, FactRelation]>([
  ['We switched from Redis to RabbitMQ.', 'We replaced RabbitMQ with NATS.', 'supersedes'],
  ['We switched from Redis to RabbitMQ.', 'We no longer use RabbitMQ.', 'supersedes'],
  ['I switched from Vim to Helix.', 'I switched from Helix to Zed.', 'supersedes'],
  ['The worker uses Redis now instead of Celery.', 'The worker uses Kafka now instead of Redis.', 'supersedes'],
  ['We switched from Redis to RabbitMQ.', 'We use RabbitMQ now.', 'beside'],
  ['We switched from Redis to RabbitMQ.', 'We replaced RabbitMQ with NATS in the mailer.', 'beside'],
  ['We switched from Redis to RabbitMQ.', 'We no longer use RabbitMQ in staging.', 'beside'],
  ['We switched from Redis to RabbitMQ.', 'I switched from RabbitMQ to NATS.', 'beside'],
  ['The worker uses Redis now instead of Celery.', 'The mailer uses Kafka now instead of Redis.', 'beside'],
  ['We no longer use RabbitMQ.', 'We replaced RabbitMQ with NATS.', 'supersedes'],
])('of programs that are left in turn, %s then %s: %s', (earlier, later, relation) => {
  expect(compareFacts(read(earlier).fact, read(later).fact)).toBe(relation);
});
