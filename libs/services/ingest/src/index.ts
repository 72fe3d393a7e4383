export { createClosedSessions, type ClosedSessions } from './append/closed-sessions.ts';
export { createSessionGate, type ProcessGate } from './append/session-gate.ts';
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
export type { VerifyOptions } from './verify/verify-deps.ts';
export { checkErased, type CheckedErasure } from './verify/check-erased.ts';
export { VERIFIED_KINDS } from './verify/verify-report.ts';
export type { VerifiedKind, VerifyFinding, VerifyReport } from './verify/verify-report.ts';
export { untilFolded } from './erase/until-folded.ts';
export { verifyAndRepair, type RepairedMemory } from './verify/verify-and-repair.ts';
export { dropGenerations } from './generations/drop-generations.ts';
export { fillBesideFormer } from './generations/fill-beside-former.ts';
export type { FillProgress, GenerationFiller } from './generations/fill-generation.ts';
export { followReadModel } from './generations/follow-read-model.ts';
export { openReadModels, type OpenedReadModels, type OpenGeneration, type UnfilledReadModel } from './generations/open-read-models.ts';
export { prepareGeneration } from './generations/prepare-generation.ts';
export { isTakenOver, rebuildReadModel } from './generations/rebuild-read-model.ts';
export type { EraseDeps, PartitionEraseDeps, RetentionDeps } from './erase/erase-deps.ts';
export { createEraser, type OwningEraser } from './erase/eraser.ts';
export { createPartitionEraser } from './erase/partition-eraser.ts';
export { reopenErasures } from './restore/reopen-erasures.ts';
export { restoreCopies, type CopiedPart, type RestoreTarget, type TopicCopy } from './restore/restore-copies.ts';
