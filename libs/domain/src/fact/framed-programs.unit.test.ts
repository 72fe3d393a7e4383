import { expect, test } from 'vitest';
import { factIn, valuesIn } from '../../testing/stated-facts.ts';

test.each([
  'In the test environment, we now use NATS instead of Redis.',
  'For the tutorial, we now use NATS instead of Redis.',
  'In the demo we replaced Redis with NATS.',
  'On Fridays we host on Hetzner.',
  'In theory we host on Hetzner.',
  'In my dream we now use NATS instead of Redis.',
  'For example, the API is built with FastAPI.',
  'In the old project, the queue runs on Redis.',
  'In the test environment, our app runs on Fly.io.',
  'The docs claim CI runs on GitHub Actions.',
  'The queue runs on Redis on paper.',
  'We now use NATS instead of Redis, I think.',
  'We now use NATS instead of Redis, according to Tom.',
  'We now use NATS instead of Redis, says Tom.',
  'We now use NATS instead of Redis, but only in staging.',
  'The worker now uses NATS instead of Redis, maybe.',
  'The test command is npm test until Friday.',
  'The test command is npm test once a year.',
  'The test command is npm test by default.',
  'The test command is npm test unless it fails.',
  'Pretend Priya is our PM.',
  'Reminder Priya is our PM.',
])('what is so in a case, in theory or by another is no program, command or post: %s', (text) => {
  expect(valuesIn(text)).toEqual([]);
});

test.each([
  ['This week we replaced Redis with NATS.', 'using redis: NATS'],
  ['In May we replaced Redis with NATS.', 'using redis: NATS'],
  ['In short, we now use NATS instead of Redis.', 'using redis: NATS'],
  ['As of today we host on Hetzner.', 'using hetzner: Hetzner'],
  ['CI runs on GitHub Actions in the fork.', 'fork ci: GitHub Actions'],
  ['Remember Priya is our PM.', 'pm: Priya'],
  ['In March we replaced Redis with NATS.', 'using redis: NATS'],
  ['Jonas Weber is our PM.', 'pm: Jonas Weber'],
])('but a time or a summary before it names no case: %s', (text, fact) => {
  expect(valuesIn(text)).toEqual([fact]);
});

test('a quoted name in another sentence doubts nothing', () => {
  expect(factIn('We now use NATS instead of Redis, and it is fast.').fact).toMatchObject({ value: 'NATS', replaces: 'Redis' });
});
