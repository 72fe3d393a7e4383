export { createMemoryEventLog } from './event-log/memory-event-log.ts';
export type { MemoryEventLogOptions } from './event-log/memory-event-log.ts';
export { createMemorySessionStore } from './session-store/memory-session-store.ts';
export { createMemoryKeyStore } from './key-store/memory-key-store.ts';
export type { MemoryKeyStoreOptions } from './key-store/memory-key-store.ts';
export { createMemoryControlStore } from './control-store/memory-control-store.ts';
export { createMemoryAnatomyStore } from './anatomy-store/memory-anatomy-store.ts';
export { createMemoryArtifactStore } from './artifact-store/memory-artifact-store.ts';
export type { MemoryArtifactStoreOptions } from './artifact-store/memory-artifact-store.ts';
