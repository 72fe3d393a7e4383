export { createMetrics } from './metrics/create-metrics.ts';
export type { Metrics } from './metrics/create-metrics.ts';
export { METRIC_INVENTORY } from './metrics/metric-inventory.ts';
export type { MetricDefinition } from './metrics/metric-definition.ts';
export { PROCESS_METRICS } from './metrics/process-metrics.ts';
export { createLogger, SILENT_LOGGER } from './logging/create-logger.ts';
export type { Logger, LoggerOptions } from './logging/create-logger.ts';
export { instrumentArtifactStore } from './instrument/instrument-artifact-store.ts';
export { instrumentEventLog } from './instrument/instrument-event-log.ts';
export { instrumentTokenCounter } from './instrument/instrument-token-counter.ts';
export { traceEventLog } from './instrument/trace-event-log.ts';
export { createTracing } from './tracing/create-tracing.ts';
export type { Tracing } from './tracing/create-tracing.ts';
export { openRecorder } from './tracing/open-recorder.ts';
// Re-exported for the Nest shell, which must not import ports.
export { NO_TRACER } from '@total-recall/ports';
export type { Span, Tracer } from '@total-recall/ports';
