/** Rounds to the decimals that are significant. */
export function roundTo(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
