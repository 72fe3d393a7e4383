export { createIngest } from './create-ingest.ts';
export type { IngestService } from './create-ingest.ts';
export { DEFAULT_INGEST_CONFIG } from './ingest-deps.ts';
export type { IngestConfig, IngestDeps, IngestObserver } from './ingest-deps.ts';
