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
