export { createOpenSearchMemoryIndex } from './memory-index/opensearch-memory-index.ts';
export type { RefusedRecord } from './memory-index/index-context.ts';
export type { OpenSearchIndexOptions } from './memory-index/opensearch-memory-index.ts';
export { openIndexGenerations } from './plan/index-generations.ts';
export type { GenerationOptions, IndexGenerations } from './plan/index-generations.ts';
export type { IndexOptions } from './plan/index-names.ts';
export type { OpenSearchSettings } from './wire/opensearch-settings.ts';
export { createOpenSearchSessionStore } from './session-store/opensearch-session-store.ts';
export type { OpenSearchSessionOptions } from './session-store/opensearch-session-store.ts';
