import { orderPreference, type QueryTime } from '../query-time.ts';
import { standardiseBeside } from './standardise.ts';

/** Largest boost for fitting a query's dates, in standard deviations. Source: design/answers, recipe 7. */
const DATES_MOST = 3;
/** Boost for being the first or last, among passages within `ORDER_WITHIN` deviations of the best. */
const ORDER = 1;
const ORDER_WITHIN = 2;

/**
 * Computes boosts for fitting the dates of a query, in standard deviations. They are proportional to the fit (0..1), so
 * that the named minute stands above its surroundings however few passages are near. `others` is the number of passages
 * that do not fit at all.
 */
export function dateBoosts(fits: readonly number[], others: number): number[] {
  const best = fits.reduce((most, fit) => Math.max(most, fit), 0);
  if (best === 0) return fits.map(() => 0);
  const { values } = standardiseBeside(fits, others, 0);
  const highest = Math.min(DATES_MOST, values[fits.indexOf(best)]!);
  return fits.map((fit) => (highest * fit) / best);
}

/** A passage's score, with its event's place in time. */
export interface TimedScore {
  readonly score: number;
  readonly occurredAt?: number;
  readonly ordinal: number;
}

/**
 * Computes boosts for being first or last where the query asks for it, in standard deviations: a preference among
 * passages nearly as good as the best.
 */
export function orderBoosts(passages: readonly TimedScore[], asked: Pick<QueryTime, 'order'>): number[] {
  const boosts = passages.map(() => 0);
  if (asked.order === undefined) return boosts;
  const best = passages.reduce((most, { score }) => Math.max(most, score), -Infinity);
  const nearness = ({ score }: TimedScore): number => 1 - (best - score) / ORDER_WITHIN;
  const near = [...passages.keys()].filter((at) => nearness(passages[at]!) > 0).sort((a, b) => compareInTime(passages[a]!, passages[b]!));
  // Passages of the same time and event share a place.
  const places: number[] = [];
  for (const [i, at] of near.entries())
    places.push(i === 0 ? 0 : places[i - 1]! + (compareInTime(passages[near[i - 1]!]!, passages[at]!) === 0 ? 0 : 1));
  const last = places.at(-1) ?? 0;
  if (last === 0) return boosts;
  for (const [i, at] of near.entries()) boosts[at] = ORDER * nearness(passages[at]!) * orderPreference(places[i]! / last, asked);
  return boosts;
}

const compareInTime = (a: TimedScore, b: TimedScore): number => (a.occurredAt ?? 0) - (b.occurredAt ?? 0) || a.ordinal - b.ordinal;
