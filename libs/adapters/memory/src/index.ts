export { createMemoryEventLog } from './event-log/memory-event-log.ts';
export type { MemoryEventLogOptions } from './event-log/memory-event-log.ts';
export { createMemorySessionStore } from './session-store/memory-session-store.ts';
export { createMemoryKeyStore } from './key-store/memory-key-store.ts';
export type { MemoryKeyStoreOptions } from './key-store/memory-key-store.ts';
