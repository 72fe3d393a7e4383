const MICROSECONDS = 1_000n;
const LARGEST = (1n << 63n) - 1n;

/** Numbers that become smaller with each call: of rows with one key the one that came first has the largest, and stays. As text, being too large for a number. */
export function createPrecedence(now: () => number): () => string {
  let last = 0n;
  return () => {
    const at = BigInt(Math.trunc(now())) * MICROSECONDS;
    last = at > last ? at : last + 1n;
    return String(LARGEST - last);
  };
}
