export { createMetrics } from './metrics/create-metrics.ts';
export type { Metrics, MetricsOptions } from './metrics/create-metrics.ts';
export { METRIC_INVENTORY } from './metrics/metric-inventory.ts';
export type { MetricDefinition, MetricInventory, MetricKey } from './metrics/metric-inventory.ts';
export { createLogger, SILENT_LOGGER } from './logging/create-logger.ts';
export type { LogFields, Logger, LoggerOptions } from './logging/create-logger.ts';
export { scrub } from './logging/scrub.ts';
