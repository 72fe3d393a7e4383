import { expect, it } from 'vitest';
import { messageSize } from './message-size.ts';

it('counts texts and binary fields at any depth', () => {
  const light = { query: '', events: [{ text: '' }, { body: new Uint8Array(0), gone: null }] };
  const heavy = { query: 'why', events: [{ text: 'abcd' }, { body: new Uint8Array(10), gone: null }] };
  expect(messageSize(heavy, 1_000) - messageSize(light, 1_000)).toBe(17);
});

it('counts names, which a map takes from its sender', () => {
  expect(messageSize({ extra: { ['k'.repeat(5_000)]: '' } }, 4_000)).toBeGreaterThan(4_000);
});

it.each([
  ['texts', ''],
  ['numbers', 0],
  ['messages', {}],
])('counts a million empty %s as heavy, and looks at few of them', (_, value) => {
  const size = messageSize({ items: Array.from({ length: 1_000_000 }).fill(value) }, 32_768);
  expect(size).toBeGreaterThan(32_768);
  expect(size).toBeLessThan(33_000);
});

it('stops behind the limit', () => {
  const texts = Array.from({ length: 1_000 }, () => 'x'.repeat(100));
  expect(messageSize({ texts }, 500)).toBeLessThan(700);
});
