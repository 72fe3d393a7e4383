export { createIngest } from './create-ingest.ts';
export type { IngestRole, IngestService } from './create-ingest.ts';
export { DEFAULT_INGEST_CONFIG } from './ingest-deps.ts';
export type {
  ArchiveObserver,
  DemandObserver,
  EmbedObserver,
  IngestArchive,
  IngestConfig,
  IngestDemand,
  IngestDeps,
  IngestObserver,
  IngestVectors,
} from './ingest-deps.ts';
export { alignSessions } from './project/align-sessions.ts';
export { refoldSession } from './project/refold-session.ts';
