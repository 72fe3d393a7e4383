import { expect, it } from 'vitest';
import { readMoment, readTime } from './read-time.ts';

/** A Monday. */
const NOW = Date.UTC(2026, 10, 23, 18, 30);

it('a moment is the end of the time that a flag names, and words that name none are refused by the flag', async () => {
  expect(await readMoment('--as-of', 'last Tuesday', NOW)).toBe(Date.UTC(2026, 10, 18) - 1);
  await expect(readMoment('--as-of', 'soon', NOW)).rejects.toThrow(/--as-of must name one time, .* it got "soon"/);
  await expect(readTime('--from', '', NOW)).rejects.toThrow(/--from must name one time/);
});
