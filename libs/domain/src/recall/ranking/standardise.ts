/** Converts values to standard deviations from their mean; all zero where nothing differs. */
export function standardise(values: readonly number[]): number[] {
  return standardiseBeside(values, 0, 0).values;
}

/**
 * Converts values to standard deviations from the mean of them and of `others` further values equal to `floor`; also
 * returns the deviation of `floor`.
 */
export function standardiseBeside(
  values: readonly number[],
  others: number,
  floor: number,
): { readonly values: number[]; readonly floor: number } {
  const count = values.length + others;
  if (count === 0) return { values: [], floor: 0 };
  // Plain loops, because they run over hundreds of passages and three signals, three times in each recall.
  let sum = 0;
  for (const value of values) sum += value;
  const mean = (sum + others * floor) / count;
  let squares = 0;
  for (const value of values) squares += (value - mean) ** 2;
  const deviation = Math.sqrt((squares + others * (floor - mean) ** 2) / count);
  if (deviation < 1e-9) return { values: values.map(() => 0), floor: 0 };
  return { values: values.map((value) => (value - mean) / deviation), floor: (floor - mean) / deviation };
}
