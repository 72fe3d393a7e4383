import {
  collectDefaultMetrics,
  Counter,
  Gauge,
  Histogram,
  Registry,
  type CounterConfiguration,
  type GaugeConfiguration,
} from 'prom-client';
import type { MetricDefinition } from './metric-definition.ts';
import { METRIC_INVENTORY, type MetricInventory, type MetricKey } from './metric-inventory.ts';

type Instrument<D extends MetricDefinition> = D['type'] extends 'counter'
  ? Counter<D['labels'][number]>
  : D['type'] extends 'gauge'
    ? Gauge<D['labels'][number]>
    : Histogram<D['labels'][number]>;

/**
 * Instruments of every metric in the inventory by their name in code; the type of each knows its labels:
 * `metrics.ingestEvents.inc({ kind }, 3)`.
 */
export type Metrics = { readonly [K in MetricKey]: Instrument<MetricInventory[K]> } & {
  readonly registry: Registry;
  /** Registers a function that runs before each rendering, for values that are cheaper to read than to track. */
  onRender(run: () => void): void;
  /** Renders the text that `/metrics` answers with. */
  render(): Promise<string>;
  readonly contentType: string;
};

export interface MetricsOptions {
  /** Registry for the metrics. By default a new one, never prom-client's global one. */
  readonly registry?: Registry;
  /**
   * True to add CPU, memory, event loop and garbage collection of the process. Meant for apps; off by default because
   * its observers never stop.
   */
  readonly processMetrics?: boolean;
}

export function createMetrics(options: MetricsOptions = {}): Metrics {
  const registry = options.registry ?? new Registry();
  if (options.processMetrics) collectDefaultMetrics({ register: registry });
  const instruments = Object.fromEntries(
    Object.entries(METRIC_INVENTORY).map(([key, definition]) => [key, createInstrument(definition, registry)]),
  );
  const asked: (() => void)[] = [];
  return {
    ...(instruments as unknown as { [K in MetricKey]: Instrument<MetricInventory[K]> }),
    registry,
    onRender: (run) => void asked.push(run),
    render: () => {
      for (const run of asked) run();
      return registry.metrics();
    },
    contentType: registry.contentType,
  };
}

function createInstrument(definition: MetricDefinition, registry: Registry): Counter | Gauge | Histogram {
  const { name, help } = definition;
  const base = { name, help, labelNames: [...definition.labels], registers: [registry] };
  switch (definition.type) {
    case 'counter':
      return createCounter(definition, base);
    case 'gauge':
      return createGauge(definition, base);
    case 'histogram':
      return new Histogram({ ...base, buckets: [...(definition.buckets ?? [])] });
  }
}

function createCounter({ labels, startsWith = [] }: MetricDefinition, base: CounterConfiguration<string>): Counter {
  const counter = new Counter(base);
  for (const value of startsWith) counter.inc({ [labels[0]!]: value }, 0);
  return counter;
}

function createGauge(definition: MetricDefinition, base: GaugeConfiguration<string>): Gauge {
  const gauge = new Gauge(base);
  // prom-client starts a gauge without labels at 0; removing it leaves the gauge without a sample.
  if (definition.startsUnset) gauge.remove();
  return gauge;
}
