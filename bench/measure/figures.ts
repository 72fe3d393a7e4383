/** Quantiles of the times of one run, in milliseconds (nearest rank). */
export interface Quantiles {
  readonly n: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** One line of a table: the name of the figure, and the result of each run. */
export type Figure =
  | { readonly kind: 'latency'; readonly what: string; readonly runs: readonly Quantiles[] }
  | { readonly kind: 'value'; readonly what: string; readonly unit: string; readonly runs: readonly number[] };

export interface FigureTable {
  readonly title: string;
  readonly figures: readonly Figure[];
}

export function quantiles(timesMs: readonly number[]): Quantiles {
  const sorted = timesMs.toSorted((left, right) => left - right);
  const at = (share: number): number => round(sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN);
  return { n: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((left, right) => left - right);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** Formats the median with its 95 % confidence interval, by the ranks of the values. */
export function medianText(values: readonly number[], digits = 2): string {
  const sorted = values.toSorted((left, right) => left - right);
  const [middle, away] = [values.length / 2, 0.98 * Math.sqrt(values.length)];
  const at = (rank: number): string => sorted[Math.min(values.length - 1, Math.max(0, rank))]!.toFixed(digits);
  return `${median(values).toFixed(digits)} (${at(Math.floor(middle - away))} to ${at(Math.ceil(middle + away))})`;
}

/** Formats a share, or a difference of two, to thousandths: `.806`. */
export function shareText(value: number): string {
  return value.toFixed(3).replace(/^(-?)0\./, '$1.');
}

/** Rounds to four significant digits, more than a shared machine can distinguish. */
export function round(value: number): number {
  return value === 0 || !Number.isFinite(value) ? value : Number(value.toPrecision(4));
}

export function latency(what: string, runs: readonly (readonly number[])[]): Figure {
  return { kind: 'latency', what, runs: runs.map(quantiles) };
}

export function value(what: string, unit: string, runs: readonly number[]): Figure {
  return { kind: 'value', what, unit, runs: runs.map(round) };
}
