/**
 * Computes the inner product of a query and one int8 row, without the row's scale. It keeps four sums, so that no
 * addition waits for the one before it.
 */
export function dotRow(query: Float32Array, rows: Int8Array, from: number): number {
  const dimensions = query.length;
  const even = dimensions & ~3;
  let first = 0;
  let second = 0;
  let third = 0;
  let fourth = 0;
  let at = 0;
  for (; at < even; at += 4) {
    first += query[at]! * rows[from + at]!;
    second += query[at + 1]! * rows[from + at + 1]!;
    third += query[at + 2]! * rows[from + at + 2]!;
    fourth += query[at + 3]! * rows[from + at + 3]!;
  }
  for (; at < dimensions; at += 1) first += query[at]! * rows[from + at]!;
  return first + second + third + fourth;
}
