/** Returns the index of the first item above a number, of items whose numbers ascend; their count where none is. */
export function firstAbove<T>(items: readonly T[], number: number, numberOf: (item: T) => number): number {
  let [low, high] = [0, items.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numberOf(items[middle]!) > number) high = middle;
    else low = middle + 1;
  }
  return low;
}
