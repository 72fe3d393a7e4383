export { createOpenSearchMemoryIndex } from './memory-index/opensearch-memory-index.ts';
export type { RefusedRecord } from './memory-index/index-context.ts';
export { openCurrentReadModel } from './read-model/current-read-model.ts';
export { openReadModelToFill } from './read-model/open-read-model.ts';
export type { ReadModel, ReadModelOptions } from './read-model/open-read-model.ts';
export { openIndexGenerations } from './plan/index-generations.ts';
export { createOpenSearchSessionStore } from './session-store/opensearch-session-store.ts';
export { createOpenSearchUnitStore } from './unit-store/opensearch-unit-store.ts';
