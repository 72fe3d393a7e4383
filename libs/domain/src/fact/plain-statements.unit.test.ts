import { expect, test } from 'vitest';
import { factIn } from '../../testing/stated-facts.ts';
import { compareFacts } from './compare-facts.ts';

test.each([
  ['The port is 8080.', 'The port is 9000 in most environments.'],
  ['The rate limit is 50.', 'We raised the rate limit to 100 for most users.'],
  ['The rate limit is 50.', 'We raised the rate limit to 100 for real users.'],
  ['The retention limit is 50 days.', 'We raised the retention limit to 100 days for short-term logs.'],
  ['The upload limit is 20 MB.', 'The upload limit is now 40 MB for good customers.'],
  ['The timeout is 30 seconds.', 'We raised the timeout to 60 seconds in general stores.'],
])('a value of a part does not replace the one of all: %s then %s', (earlier, later) => {
  expect(factIn(later).key).not.toBe(factIn(earlier).key);
});

test.each([
  ['The port is 8080.', 'The port is now 9000 for good.'],
  ['The rate limit is 50.', 'We raised the rate limit to 100 in total, because of the load.'],
  ['The rate limit is 50.', 'In fact, the rate limit is now 100 of course.'],
])('words of no part name none: %s then %s', (earlier, later) => {
  const [before, after] = [factIn(earlier), factIn(later)];
  expect(after.key).toBe(before.key);
  expect(compareFacts(before.fact, after.fact)).toBe('supersedes');
});
