import { expect, test } from 'vitest';
import { factsIn } from '../../testing/stated-facts.ts';

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
  'News from our infra team: the port is now 4000.',
  'We changed the setup: our port is now 4000.',
])('what a label announces is: %s', (text) => {
  expect(factsIn(text)).not.toEqual([]);
});
