import type { MetricDefinition } from './metric-definition.ts';

const metric = <const T extends 'counter' | 'gauge'>(type: T, name: string, help: string) => ({ type, name, help, labels: [] }) as const;

/** The metrics of prom-client about the process that dashboards and alerts use. */
export const PROCESS_METRICS = {
  processCpu: metric('counter', 'process_cpu_seconds_total', 'Processor time.'),
  processMemory: metric('gauge', 'process_resident_memory_bytes', 'Memory in use, of all kinds.'),
  processHeap: metric('gauge', 'nodejs_heap_size_used_bytes', 'Memory of JavaScript objects.'),
  processOpenFiles: metric('gauge', 'process_open_fds', 'Open files and sockets.'),
  processMaxFiles: metric('gauge', 'process_max_fds', 'How many may be open.'),
  processLoopDelay: metric('gauge', 'nodejs_eventloop_lag_p99_seconds', 'How late the event loop comes to its work, 99th percentile.'),
} as const satisfies Readonly<Record<string, MetricDefinition>>;
