export { startTraceCollector } from './trace-collector.ts';
export type { CollectedSpan, TraceCollector } from './trace-collector.ts';
export { createSpanMemory } from './span-memory.ts';
