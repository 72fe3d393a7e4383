import { expect, test } from 'vitest';
import { factsIn } from '../../testing/stated-facts.ts';
import { foreignLabel } from './foreign-label.ts';

test.each([
  'Dana on Slack: our port is now 4000.',
  'Dana on Slack: yes, our port is now 4000.',
  'From Dana: our port is now 4000.',
  'PR description: our port is now 4000.',
  'Changelog entry: our port is now 4000.',
  'Dana (Slack): our port is now 4000.',
  'Commit message: our port is now 4000.',
  'Error message: our port is now 4000.',
  'User story: As an admin, our port is now 4000.',
  'Draft for the newsletter: the deadline moved to March 10.',
  "Role play: you are a waiter. I'm no longer vegan, I want a steak.",
  'Release notes 2.1: the port is now 4000.',
  'Test name: the retry limit is now 7.',
  'Kunde am Telefon: unser Port ist jetzt 4000.',
  'Slack-Nachricht: wir nutzen jetzt pnpm statt npm.',
  'dana_k: our port is now 4000.',
  '**Dana** on Slack: our port is now 4000.',
  'Dana: our port is now 4000.',
  'Option 1: our port is now 4000.',
  'Cassandra: our port is now 4000.',
  'Claude: our port is now 4000.',
  'Customer: we switched from npm to pnpm.',
])('what a label says another or a text has said is no fact: %s', (text) => {
  expect(factsIn(text)).toEqual([]);
});

test.each([
  'FYI: our port is now 4000.',
  'Update: our port is now 4000.',
  'Note: the port is now 4000.',
  'Correction: our port is now 4000.',
  'Decision: we use Redis for the queue.',
  'Reminder: the deadline is March 10.',
  'Quick update: we switched from npm to pnpm.',
  'Heads up: the deadline moved to March 10.',
  'Change of plans: the deadline moved to March 10.',
  'One more thing: our port is now 4000.',
  'Status update: our port is now 4000.',
  'Good news: the launch moved to June 14.',
  'Änderung: unser Port ist jetzt 4000.',
  'Config change: the port is now 4000.',
  'Hey team: our staging port is now 4000.',
  'Hi Dana: our staging port is now 4000.',
  'Everyone: our staging port is now 4000.',
  '@claude: our staging port is now 4000.',
  'P.S.: our staging port is now 4000.',
  'Effective immediately: our staging port is now 4000.',
  'As of today: our staging port is now 4000.',
  'To clarify: our staging port is now 4000.',
  'Caveat: our staging port is now 4000.',
  'Final: our staging port is now 4000.',
  'First: our staging port is now 4000.',
  '2: our staging port is now 4000.',
  'Step 1: our staging port is now 4000.',
  'Environment: our staging port is now 4000.',
  'Docker: our staging port is now 4000.',
  'Docker Compose: our staging port is now 4000.',
  'New: our staging port is now 4000.',
  'Ab sofort: unser Port ist jetzt 4000.',
  'News from our infra team: the port is now 4000.',
  'We changed the setup: our port is now 4000.',
])('what a label announces is: %s', (text) => {
  expect(factsIn(text)).not.toEqual([]);
});

test('a long run of marks is read once', () => {
  expect(foreignLabel('*'.repeat(100_000))).toBeUndefined();
  expect(foreignLabel(`a${'_'.repeat(100_000)}`)).toBeUndefined();
});
