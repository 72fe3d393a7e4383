import { orderPreference, type QueryTime } from '../query-time.ts';
import { standardiseBeside } from './standardise.ts';

/** Deviations that the best fit to a query's dates is worth at most. Source: design/answers, recipe 7. */
const DATES_MOST = 3;
/** What the end that is asked for is worth, among passages that are about as good; nothing this far below the best. */
const ORDER = 1;
const ORDER_WITHIN = 2;

/**
 * What fitting the dates of a query is worth, in deviations: in proportion to the fit (0..1), so that the minute that is named stands above
 * those around it however few of the space are near. `others` fit not at all.
 */
export function dateBoosts(fits: readonly number[], others: number): number[] {
  const best = fits.reduce((most, fit) => Math.max(most, fit), 0);
  if (best === 0) return fits.map(() => 0);
  const { values } = standardiseBeside(fits, others, 0);
  const highest = Math.min(DATES_MOST, values[fits.indexOf(best)]!);
  return fits.map((fit) => (highest * fit) / best);
}

/** A passage by its score, and where its event stands in time. */
export interface TimedScore {
  readonly score: number;
  readonly occurredAt?: number;
  readonly ordinal: number;
}

/** What being first, or last, is worth where the query asks for it, in deviations: a preference among what is nearly as good as the best. */
export function orderBoosts(passages: readonly TimedScore[], asked: Pick<QueryTime, 'order'>): number[] {
  if (asked.order === undefined) return passages.map(() => 0);
  const best = passages.reduce((most, { score }) => Math.max(most, score), -Infinity);
  const nearness = passages.map(({ score }) => Math.max(0, 1 - (best - score) / ORDER_WITHIN));
  const near = passages.filter((_, at) => nearness[at]! > 0);
  const keys = [...new Set(near.map(timeKey))].sort(compareKeys);
  const places = new Map(keys.map((key, at) => [key, keys.length === 1 ? 0 : at / (keys.length - 1)]));
  return passages.map((passage, at) =>
    nearness[at] === 0 || keys.length === 1 ? 0 : ORDER * nearness[at]! * orderPreference(places.get(timeKey(passage))!, asked),
  );
}

const timeKey = ({ occurredAt = 0, ordinal }: TimedScore): string => `${occurredAt} ${ordinal}`;

function compareKeys(a: string, b: string): number {
  const [timeA, ordinalA] = a.split(' ').map(Number);
  const [timeB, ordinalB] = b.split(' ').map(Number);
  return timeA! - timeB! || ordinalA! - ordinalB!;
}
