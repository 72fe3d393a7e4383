export { createClosedSessions, type ClosedSessions } from './append/closed-sessions.ts';
export { createSessionGate, type ProcessGate, type SessionGate } from './append/session-gate.ts';
export { createIngest } from './create-ingest.ts';
export type { IngestService } from './create-ingest.ts';
export type { IngestRole } from './partitions/partition-role.ts';
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
export { verifyMemory } from './verify/verify-memory.ts';
export type { VerifyDeps, VerifyOptions } from './verify/verify-deps.ts';
export { checkErased, type CheckedErasure } from './verify/check-erased.ts';
export { VERIFIED_KINDS } from './verify/verify-report.ts';
export type { VerifiedKind, VerifyFault, VerifyFinding, VerifyRemedy, VerifyReport } from './verify/verify-report.ts';
export { alignSessions } from './project/align-sessions.ts';
export { refoldSession } from './project/refold-session.ts';
export type { EraseDeps, PartitionEraseDeps, RetentionDeps } from './erase/erase-deps.ts';
export { createEraser, type OwningEraser } from './erase/eraser.ts';
export { createPartitionEraser } from './erase/partition-eraser.ts';
