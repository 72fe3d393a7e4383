const EACH_DOUBLING = 0.05;
const MOST = 1.25;

/**
 * Raises events that were evidence before, as they are likelier to be so again: 1.05 after the first use, at most 1.25.
 * Source: 001 §5.2; the numbers are ours.
 */
export function accessFrequency(uses: number): number {
  return Math.min(MOST, 1 + EACH_DOUBLING * Math.log2(1 + Math.max(0, uses)));
}
