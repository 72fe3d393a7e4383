import { expect, it } from 'vitest';
import { factsIn } from '../../testing/stated-facts.ts';

it.each([
  // Programs whose names are words or persons, shops, and classes of errors.
  'We went with Cassandra to the park.',
  'We ended up with celery in the soup.',
  'We dropped celery for yarn.',
  "Let's go with mocha.",
  'Our editor is Cassandra Clare.',
  'The train runs on rails.',
  'We went with FlixBus.',
  'The party is hosted at WeWork.',
  'We ended up with NullPointerException.',
  // Things that are no part of the work.
  'The sonata is written in C.',
  'The world runs on GitHub.',
  'The competitor product is built with React.',
  // Choices made once, or regretted.
  'We ended up using Docker to debug this.',
  'We went with Vue at first.',
  'We went with Postgres and regretted it.',
  // Examples, and what a tool is wanted for once.
  "Let's use Postgres for the tutorial.",
  "Let's use Redis in the diagram.",
  'The best editor is Vim.',
  // No commands, and reports in the form of rules.
  'The build command is docker heavy.',
  'The test command is yarn specific.',
  'Migrations should have run by now.',
  'Migrations should start any minute.',
  'Error messages should have appeared in the log.',
  // Posts that others have.
  'Satya Nadella is the new CEO.',
  'Money is my boss.',
  'Jira is our project manager.',
  // Refusals of the moment.
  "I can't drink coffee because it's too hot.",
  "I don't drink coffee, I inhale it.",
  // Said by others, or in jest.
  'Ya no soy vegano, dijo Pedro.',
  'Ich bin nicht mehr Veganer, sagt Tom.',
  'My dentist is Dr. Evil now, lol.',
  'We live in Paris, she said.',
])('reads nothing in %s', (text) => {
  expect(factsIn(text).map(({ attribute, value }) => `${attribute}: ${value}`)).toEqual([]);
});

it.each([
  ['We went with Postgres.', 'Postgres'],
  ['We ended up with Celery for the workers.', 'Celery'],
  ['The gateway is written in Rust.', 'Rust'],
  ["Let's use Redis for the cache.", 'Redis'],
  ['The test command is npm test.', 'npm test'],
  ['Migrations should follow the naming of the schema.', undefined],
  ['Anna is the new tech lead.', 'Anna'],
])('still reads %s', (text, value) => {
  const [fact] = factsIn(text);
  expect(fact).toBeDefined();
  if (value !== undefined) expect(fact!.value).toBe(value);
});
