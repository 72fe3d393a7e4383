import { expect, it } from 'vitest';
import { partitionOf } from './partition-of.ts';

/** Fixed values: logs are laid out by them, so a change breaks every log. */
it.each([
  ['', 16, 5],
  ['acme/demo/alpha', 16, 8],
  ['acme/demo/beta', 16, 14],
  ['acme/demo/s-1', 64, 3],
  ['tenant/späce/x', 7, 5],
  ['acme/東京/x', 64, 45],
])('keeps %j in its place among %i', (key, partitions, expected) => {
  expect(partitionOf(key, partitions)).toBe(expected);
});

it('uses every partition evenly enough', () => {
  const counts = Array.from({ length: 12 }, () => 0);
  for (let i = 0; i < 12_000; i++) counts[partitionOf(`acme/demo/session-${i}`, 12)]!++;
  expect(Math.min(...counts)).toBeGreaterThan(800);
  expect(Math.max(...counts)).toBeLessThan(1_200);
});
