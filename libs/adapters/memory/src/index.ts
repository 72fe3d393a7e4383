export { createMemoryEventLog } from './event-log/memory-event-log.ts';
export type { MemoryEventLogOptions } from './event-log/memory-event-log.ts';
