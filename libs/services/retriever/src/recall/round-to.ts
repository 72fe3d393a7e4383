/** As many decimals as mean something. */
export function roundTo(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
