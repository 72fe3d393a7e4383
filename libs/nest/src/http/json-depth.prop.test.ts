import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isDeeperThan } from './json-depth.ts';

function depthOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 0;
  return 1 + Math.max(0, ...Object.values(value).map(depthOf));
}

it('agrees with the depth of the parsed value, whatever stands in its strings', () => {
  fc.assert(
    fc.property(
      fc.jsonValue({ maxDepth: 6 }),
      fc.integer({ min: 0, max: 7 }),
      fc.string({ unit: fc.constantFrom('[', '{', '"', '\\', '}', 'a') }),
      (value, max, noise) => {
        const noisy = { noise, value };
        const json = new TextEncoder().encode(JSON.stringify(noisy));
        expect(isDeeperThan(json, max)).toBe(depthOf(noisy) > max);
      },
    ),
  );
});

it('stops at the bound in text that is no JSON', () => {
  expect(isDeeperThan(new TextEncoder().encode('['.repeat(1_000_000)), 32)).toBe(true);
  expect(isDeeperThan(new TextEncoder().encode(']'.repeat(1_000)), 0)).toBe(false);
});
