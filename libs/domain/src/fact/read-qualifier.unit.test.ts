import { expect, test } from 'vitest';
import { factIn, valuesIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';

test.each([
  ['We have 3 replicas of the router in staging and 6 in production.', 'staging router number of replica: 3 replicas'],
  ['We have 4 workers for the mailer in production.', 'production mailer number of worker: 4 workers'],
  ['The timeout is 30 seconds for the gateway on staging.', 'staging gateway timeout: 30 seconds'],
  ['We have 6 replicas in production and 3 in staging.', 'production number of replica: 6 replicas'],
  ['We have 4 replicas of the API.', 'api number of replica: 4 replicas'],
  ['We have 4 replicas of the API now.', 'api number of replica: 4 replicas'],
  ['The deadline is May 5 for the first draft in the shared folder.', 'first draft deadline: May 5'],
])('is of the place that its sentence names: %s', (text, fact) => {
  expect(valuesIn(text)).toEqual([fact]);
});

test('a number of one place replaces none of another', () => {
  const staging = factIn('We have 3 replicas of the router in staging and 6 in production.').fact;
  const production = factIn('We now have 8 replicas of the router in production.').fact;
  expect(compareFacts(staging, production)).toBe('beside');
});
