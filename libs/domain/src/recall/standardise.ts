/** Deviations from the mean; all zero where nothing differs. */
export function standardise(values: readonly number[]): number[] {
  if (values.length === 0) return [];
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const variance = values.reduce((sum, value) => sum + (value - mean) ** 2, 0) / values.length;
  const deviation = Math.sqrt(variance);
  return deviation < 1e-9 ? values.map(() => 0) : values.map((value) => (value - mean) / deviation);
}
