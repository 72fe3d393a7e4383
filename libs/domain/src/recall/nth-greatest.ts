/**
 * Returns the n-th greatest of the values, the least where there are fewer; 0 for none. Keeps a heap of the greatest so
 * far, so that most values are looked at once: O(values + n log n log values) on values in random order. NaN is not
 * allowed.
 */
export function nthGreatest(values: Float64Array, n: number): number {
  const size = Math.min(n, values.length);
  if (size <= 0) return 0;
  const heap = values.slice(0, size);
  for (let root = (size >> 1) - 1; root >= 0; root--) sink(heap, root);
  for (let at = size; at < values.length; at++) {
    if (values[at]! <= heap[0]!) continue;
    heap[0] = values[at]!;
    sink(heap, 0);
  }
  return heap[0]!;
}

/** Moves a value down the heap to its place. */
function sink(heap: Float64Array, from: number): void {
  const value = heap[from]!;
  let at = from;
  for (;;) {
    let child = 2 * at + 1;
    if (child >= heap.length) break;
    if (child + 1 < heap.length && heap[child + 1]! < heap[child]!) child++;
    if (heap[child]! >= value) break;
    heap[at] = heap[child]!;
    at = child;
  }
  heap[at] = value;
}
