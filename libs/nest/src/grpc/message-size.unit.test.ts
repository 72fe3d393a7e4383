import { expect, it } from 'vitest';
import { messageSize } from './message-size.ts';

it('counts texts and binary fields at any depth', () => {
  const message = {
    query: 'why',
    events: [
      { text: 'abcd', at: 5 },
      { body: new Uint8Array(10), gone: null },
    ],
  };
  expect(messageSize(message, 1_000)).toBe(17);
});

it('stops behind the limit', () => {
  const texts = Array.from({ length: 1_000 }, () => 'x'.repeat(100));
  expect(messageSize({ texts }, 500)).toBe(600);
});
