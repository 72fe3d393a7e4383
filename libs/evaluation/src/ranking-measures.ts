import { createSeededRandom } from './seeded-random.ts';

/**
 * Ranking of a question: the found ids, best first, and those that hold evidence. A repeated id counts at its first
 * rank only.
 */
export interface RankedQuestion {
  readonly ranked: readonly string[];
  readonly gold: ReadonlySet<string>;
}

function hitsAt({ ranked, gold }: RankedQuestion, k: number): number {
  return new Set(
    distinct(ranked)
      .slice(0, k)
      .filter((id) => gold.has(id)),
  ).size;
}

function distinct(ranked: readonly string[]): string[] {
  return [...new Set(ranked)];
}

/** Returns 1 where some evidence is in the top k, else 0. */
export function anyAt(question: RankedQuestion, k: number): number {
  return hitsAt(question, k) > 0 ? 1 : 0;
}

/** Computes the share of the evidence in the top k: R@k. */
export function fractionAt(question: RankedQuestion, k: number): number {
  return question.gold.size === 0 ? 0 : hitsAt(question, k) / question.gold.size;
}

/** Returns 1 where all evidence is in the top k, else 0. */
export function allAt(question: RankedQuestion, k: number): number {
  return question.gold.size > 0 && hitsAt(question, k) === question.gold.size ? 1 : 0;
}

/** Computes NDCG@k with binary gains, against the true ideal: min(|gold|, k) ones at the top. */
export function ndcgAt({ ranked, gold }: RankedQuestion, k: number): number {
  const discount = (place: number) => 1 / Math.log2(place + 2);
  let gained = 0;
  distinct(ranked)
    .slice(0, k)
    .forEach((id, place) => {
      if (gold.has(id)) gained += discount(place);
    });
  let ideal = 0;
  for (let place = 0; place < Math.min(gold.size, k); place += 1) ideal += discount(place);
  return ideal === 0 ? 0 : gained / ideal;
}

/** Returns one divided by the rank of the first evidence, 0 where none was found. */
export function reciprocalRank({ ranked, gold }: RankedQuestion): number {
  const place = distinct(ranked).findIndex((id) => gold.has(id));
  return place === -1 ? 0 : 1 / (place + 1);
}

/** Computes the mean; null for no values, because no question is not a score. */
export function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length;
}

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Computes the 95 % interval of the mean by bootstrap over questions, percentile method. Null for no values. */
export function bootstrapInterval(values: readonly number[], options: { resamples?: number; seed?: number } = {}): Interval | null {
  if (values.length === 0) return null;
  const resamples = options.resamples ?? 1_000;
  const random = createSeededRandom(`bootstrap ${options.seed ?? 1}`);
  const means: number[] = [];
  for (let resample = 0; resample < resamples; resample += 1) {
    let sum = 0;
    for (let draw = 0; draw < values.length; draw += 1) sum += values[random.below(values.length)]!;
    means.push(sum / values.length);
  }
  means.sort((a, b) => a - b);
  return { low: means[Math.floor(0.025 * (resamples - 1))]!, high: means[Math.ceil(0.975 * (resamples - 1))]! };
}

/** Returns the value that `share` of the values do not exceed (nearest rank). Null for no values. */
export function percentile(values: readonly number[], share: number): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]!;
}

export interface Latency {
  readonly p50: number | null;
  readonly p95: number | null;
  readonly p99: number | null;
}

export function latencyOf(valuesMs: readonly number[]): Latency {
  return { p50: percentile(valuesMs, 0.5), p95: percentile(valuesMs, 0.95), p99: percentile(valuesMs, 0.99) };
}

/** A share with the number of cases and its interval. */
export interface Share {
  readonly n: number;
  readonly mean: number | null;
  readonly interval: Interval | null;
}

export function shareOf(outcomes: readonly boolean[], seed: number): Share {
  const values = outcomes.map(Number);
  return { n: values.length, mean: mean(values), interval: bootstrapInterval(values, { seed }) };
}
