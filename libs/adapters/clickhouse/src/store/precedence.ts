const MICROSECONDS = 1_000n;
const LARGEST = (1n << 63n) - 1n;

/**
 * Creates a source of numbers that decrease with each call: of rows with one key the first has the largest number and
 * survives. They are text because they exceed the safe range of a number.
 */
export function createDescendingIds(now: () => number): () => string {
  let last = 0n;
  return () => {
    const at = BigInt(Math.trunc(now())) * MICROSECONDS;
    last = at > last ? at : last + 1n;
    return String(LARGEST - last);
  };
}
