import { expect, test } from 'vitest';
import { readFacts } from './read-facts.ts';
import { shownValue } from './shown-value.ts';

test.each([
  ['I live in Trondheim.', 'Trondheim'],
  ['I no longer live in Trondheim.', undefined],
  ['I no longer work at Halvorsen Shipping.', undefined],
  ['I hate mushrooms.', undefined],
  ["I don't like hashtags anymore.", undefined],
])('%s', (text, value) => {
  const [fact] = readFacts({ eventId: 'e', session: 's', ordinal: 1, kind: 'user_message', occurredAt: 0, text });
  expect(fact!.value).toBeDefined();
  expect(shownValue(fact!)).toBe(value);
});

test.each([
  ['The deadline is next Friday.', 'next Friday (2026-12-04)'],
  ['The deadline is Friday.', 'Friday (2026-12-04)'],
  ['The demo is tomorrow at 10.', 'tomorrow (2026-11-29)'],
  ['The deadline is 2026-12-04.', '2026-12-04'],
  ['The deadline is May 5, 2027.', 'May 5, 2027'],
  ['My birthday is June 4.', 'June 4'],
  ['Our release day is Friday.', 'Friday'],
])('a day from the day of the statement has its date: %s', (text, shown) => {
  const [fact] = readFacts({ eventId: 'e', session: 's', ordinal: 1, kind: 'user_message', occurredAt: Date.UTC(2026, 10, 28), text });
  expect(shownValue(fact!)).toBe(shown);
});
