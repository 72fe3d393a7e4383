interface RunLimits<T> {
  readonly sizeOf: (item: T) => number;
  readonly mostSize: number;
  readonly mostItems?: number;
}

/** Splits a list into runs within the limits, in order, at least one item each: one above the size stands alone. */
export function splitRuns<T>(items: readonly T[], { sizeOf, mostSize, mostItems = Infinity }: RunLimits<T>): T[][] {
  const runs: T[][] = [];
  let total = 0;
  for (const item of items) {
    const size = sizeOf(item);
    const run = runs.at(-1);
    if (run && run.length < mostItems && total + size <= mostSize) {
      run.push(item);
      total += size;
    } else {
      runs.push([item]);
      total = size;
    }
  }
  return runs;
}

/** Yields a list in batches of so many items, in order. */
export function* batchesOf<T>(items: readonly T[], size: number): Generator<T[]> {
  for (let from = 0; from < items.length; from += size) yield items.slice(from, from + size);
}
