import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry, type GaugeConfiguration } from 'prom-client';
import { METRIC_INVENTORY, type MetricDefinition, type MetricInventory, type MetricKey } from './metric-inventory.ts';

type Instrument<D extends MetricDefinition> = D['type'] extends 'counter'
  ? Counter<D['labels'][number]>
  : D['type'] extends 'gauge'
    ? Gauge<D['labels'][number]>
    : Histogram<D['labels'][number]>;

/** Every metric of the inventory by its name in code, with its own labels in its type: `metrics.ingestEvents.inc({ kind }, 3)`. */
export type Metrics = { readonly [K in MetricKey]: Instrument<MetricInventory[K]> } & {
  readonly registry: Registry;
  /** Runs before each rendering: for what is cheaper to ask than to follow. */
  onRender(run: () => void): void;
  /** The text that `/metrics` answers with. */
  render(): Promise<string>;
  readonly contentType: string;
};

export interface MetricsOptions {
  /** One of its own where absent; never prom-client's global one. */
  readonly registry?: Registry;
  /** CPU, memory, event loop and garbage collection of the process. For apps; off by default, as it starts observers that last. */
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
      return new Counter(base);
    case 'gauge':
      return createGauge(definition, base);
    case 'histogram':
      return new Histogram({ ...base, buckets: [...(definition.buckets ?? [])] });
  }
}

function createGauge(definition: MetricDefinition, base: GaugeConfiguration<string>): Gauge {
  const gauge = new Gauge(base);
  // Without labels prom-client starts it at 0.
  if (definition.startsUnset) gauge.remove();
  return gauge;
}
