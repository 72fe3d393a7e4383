const SIZES = [2, 4, 8, 16];

/**
 * Cuts dimensions of decreasing variance into `count` adjacent groups, each encoded in one byte. Chooses the cut with
 * the least error that one-byte codes can reach at these variances. Group sizes are 2, 4, 8 or 16.
 */
export function chooseGroups(rows: readonly Float32Array[], count: number): number[] {
  const dimensions = rows[0]!.length;
  const logs = variancesOf(rows).map((variance) => Math.log(Math.max(variance, 1e-12)));
  const sums = [0];
  for (const log of logs) sums.push(sums.at(-1)! + log);
  const errorOf = (from: number, size: number): number => size * Math.exp((sums[from + size]! - sums[from]!) / size) * 2 ** (-16 / size);
  /** Least error and size of the last group, by groups used and dimensions covered. */
  const least = Array.from({ length: count + 1 }, () => Array.from({ length: dimensions + 1 }, () => ({ error: Infinity, size: 0 })));
  least[0]![0]!.error = 0;
  for (let used = 1; used <= count; used++) {
    for (let to = 1; to <= dimensions; to++) {
      for (const size of SIZES) {
        const before = least[used - 1]![to - size];
        if (!before || before.error === Infinity) continue;
        const error = before.error + errorOf(to - size, size);
        if (error < least[used]![to]!.error) least[used]![to] = { error, size };
      }
    }
  }
  const groups: number[] = [];
  for (let used = count, to = dimensions; used > 0; used--) {
    const { size } = least[used]![to]!;
    if (size === 0) throw new RangeError(`${dimensions} dimensions cannot be cut into ${count} groups of ${SIZES.join(', ')}.`);
    groups.unshift(size);
    to -= size;
  }
  return groups;
}

function variancesOf(rows: readonly Float32Array[]): number[] {
  const dimensions = rows[0]!.length;
  const sums = new Float64Array(dimensions);
  const squares = new Float64Array(dimensions);
  for (const row of rows) {
    for (let at = 0; at < dimensions; at++) {
      sums[at]! += row[at]!;
      squares[at]! += row[at]! ** 2;
    }
  }
  return Array.from(squares, (square, at) => square / rows.length - (sums[at]! / rows.length) ** 2);
}
