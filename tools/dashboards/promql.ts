import { METRIC_INVENTORY, PROCESS_METRICS } from '@total-recall/observability';

/** Metrics that a panel may name. A query over any other does not compile. */
export const SHOWN_METRICS = { ...METRIC_INVENTORY, ...PROCESS_METRICS } as const;

type Shown = typeof SHOWN_METRICS;
type KeyOf<T extends string> = { [K in keyof Shown]: Shown[K]['type'] extends T ? K : never }[keyof Shown];
type Counter = KeyOf<'counter'>;
type Gauge = KeyOf<'gauge'>;
type Histogram = KeyOf<'histogram'>;
/** Labels of the metric, and those that Prometheus adds when it scrapes. */
type LabelOf<K extends keyof Shown> = Shown[K]['labels'][number] | 'job' | 'service' | 'instance';

export interface Breakdown<K extends keyof Shown> {
  readonly by?: readonly LabelOf<K>[];
  /** Required values by label. A value that begins with `!` is excluded. */
  readonly where?: { readonly [L in LabelOf<K>]?: string };
}

const CHOSEN = ['job=~"$job"', 'instance=~"$instance"'];

/** Returns the rate of a counter, summed over the labels that are not named. */
export function perSecond<K extends Counter>(key: K, breakdown: Breakdown<K> = {}): string {
  return `sum${grouping(breakdown.by)} (rate(${series(key, '', breakdown.where)}[$__rate_interval]))`;
}

/** Returns the increase of a counter within the dashboard's time range. */
export function inRange<K extends Counter>(key: K, breakdown: Breakdown<K> = {}): string {
  return `sum${grouping(breakdown.by)} (increase(${series(key, '', breakdown.where)}[$__range]))`;
}

/** Returns the largest value of a gauge over all instances. */
export function largest<K extends Gauge>(key: K, breakdown: Breakdown<K> = {}): string {
  return `max${grouping(breakdown.by)} (${series(key, '', breakdown.where)})`;
}

/** Returns the sum of a gauge over all instances. */
export function total<K extends Gauge>(key: K, breakdown: Breakdown<K> = {}): string {
  return `sum${grouping(breakdown.by)} (${series(key, '', breakdown.where)})`;
}

/** Returns a quantile, 0 to 1, of a histogram. */
export function quantile<K extends Histogram>(share: number, key: K, breakdown: Breakdown<K> = {}): string {
  return `histogram_quantile(${share}, sum${grouping([...(breakdown.by ?? []), 'le'])} (rate(${series(key, '_bucket', breakdown.where)}[$__rate_interval])))`;
}

/** Returns the number of observations of a histogram per second. */
export function observed<K extends Histogram>(key: K, breakdown: Breakdown<K> = {}): string {
  return `sum${grouping(breakdown.by)} (rate(${series(key, '_count', breakdown.where)}[$__rate_interval]))`;
}

/** Returns the mean of a histogram. */
export function mean<K extends Histogram>(key: K, breakdown: Breakdown<K> = {}): string {
  const sum = `sum${grouping(breakdown.by)} (rate(${series(key, '_sum', breakdown.where)}[$__rate_interval]))`;
  return `${sum} / ${observed(key, breakdown)}`;
}

/** Returns the observations per bucket of a histogram, for a heatmap. */
export function buckets<K extends Histogram>(key: K): string {
  return `sum by (le) (increase(${series(key, '_bucket')}[$__rate_interval]))`;
}

export function ratio(part: string, whole: string): string {
  return `${part} / ${whole}`;
}

export function difference(more: string, less: string): string {
  return `${more} - ${less}`;
}

function series(key: keyof Shown, suffix: string, where: Readonly<Record<string, string | undefined>> = {}): string {
  const own = Object.entries(where).map(([label, value = '']) =>
    value.startsWith('!') ? `${label}!="${value.slice(1)}"` : `${label}="${value}"`,
  );
  return `${SHOWN_METRICS[key].name}${suffix}{${[...CHOSEN, ...own].join(', ')}}`;
}

function grouping(labels: readonly string[] | undefined): string {
  return labels && labels.length > 0 ? ` by (${labels.join(', ')})` : '';
}
