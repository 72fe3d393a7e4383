import { DAY_MS } from '../../time/utc-day.ts';

const HALF_LIFE_MS = 7 * DAY_MS;
/** Lower bound at any age: an old answer is still an answer. */
const LEAST = 0.9;

/**
 * Returns 1 for the newest event and half of the way to 0.9 after a week. Source: 001 §5.2 (base score); the numbers
 * are ours.
 */
export function recency(ageMs: number): number {
  return LEAST + (1 - LEAST) * 2 ** (-Math.max(0, ageMs) / HALF_LIFE_MS);
}
