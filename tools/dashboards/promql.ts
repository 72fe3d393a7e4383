import { METRIC_INVENTORY, PROCESS_METRICS } from '@total-recall/observability';

/** What a panel may name: a query over anything else does not compile. */
export const SHOWN_METRICS = { ...METRIC_INVENTORY, ...PROCESS_METRICS } as const;

type Shown = typeof SHOWN_METRICS;
type KeyOf<T extends string> = { [K in keyof Shown]: Shown[K]['type'] extends T ? K : never }[keyof Shown];
type Counter = KeyOf<'counter'>;
type Gauge = KeyOf<'gauge'>;
type Histogram = KeyOf<'histogram'>;
/** The metric's own labels, and those that Prometheus adds when it scrapes. */
type LabelOf<K extends keyof Shown> = Shown[K]['labels'][number] | 'job' | 'service' | 'instance';

export interface Breakdown<K extends keyof Shown> {
  readonly by?: readonly LabelOf<K>[];
  /** Label to value; a value that begins with `!` is left out. */
  readonly where?: { readonly [L in LabelOf<K>]?: string };
}

const CHOSEN = ['job=~"$job"', 'instance=~"$instance"'];

/** A counter's rate, summed over what is not named. */
export function perSecond<K extends Counter>(key: K, breakdown: Breakdown<K> = {}): string {
  return `sum${grouping(breakdown.by)} (rate(${series(key, '', breakdown.where)}[$__rate_interval]))`;
}

/** How often a counter went up within the range that the dashboard shows. */
export function inRange<K extends Counter>(key: K, breakdown: Breakdown<K> = {}): string {
  return `sum${grouping(breakdown.by)} (increase(${series(key, '', breakdown.where)}[$__range]))`;
}

/** A gauge, the largest of all instances. */
export function largest<K extends Gauge>(key: K, breakdown: Breakdown<K> = {}): string {
  return `max${grouping(breakdown.by)} (${series(key, '', breakdown.where)})`;
}

/** A gauge, summed over all instances. */
export function total<K extends Gauge>(key: K, breakdown: Breakdown<K> = {}): string {
  return `sum${grouping(breakdown.by)} (${series(key, '', breakdown.where)})`;
}

/** A quantile, 0 to 1, of a histogram. */
export function quantile<K extends Histogram>(share: number, key: K, breakdown: Breakdown<K> = {}): string {
  return `histogram_quantile(${share}, sum${grouping([...(breakdown.by ?? []), 'le'])} (rate(${series(key, '_bucket', breakdown.where)}[$__rate_interval])))`;
}

/** What a histogram counted, a second. */
export function observed<K extends Histogram>(key: K, breakdown: Breakdown<K> = {}): string {
  return `sum${grouping(breakdown.by)} (rate(${series(key, '_count', breakdown.where)}[$__rate_interval]))`;
}

/** The mean of a histogram. */
export function mean<K extends Histogram>(key: K, breakdown: Breakdown<K> = {}): string {
  const sum = `sum${grouping(breakdown.by)} (rate(${series(key, '_sum', breakdown.where)}[$__rate_interval]))`;
  return `${sum} / ${observed(key, breakdown)}`;
}

/** Of a histogram, how many fell into each bucket: for a heatmap. */
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
