export type { EventLog, FollowOptions, LogRecord, LogSubscription, SpaceRange, SpaceRecords, NewLogRecord } from './event-log.ts';
export type { DocumentId, DocumentPlace } from './document-place.ts';
export { INDEX_LIMITS, INDEX_TERM_PATTERN } from './memory-index.ts';
export type {
  AsideRecord,
  IndexedEvent,
  IndexErasure,
  IndexPlace,
  IndexWrite,
  MemoryIndex,
  OrdinalRange,
  TextDocument,
  TextFilter,
  TermCounts,
  TextHit,
  TextQuery,
  TermComparison,
  TextStatistics,
} from './memory-index.ts';
export { VECTOR_LIMITS } from './vector-index.ts';
export { RETENTION_PAUSE } from './control-store.ts';
export type { DocumentVector, OwedVectors, TokenMatches, VectorHit, VectorIndex, VectorQuery, VectorSet } from './vector-index.ts';
export type { BegunGeneration, FillClaim, FollowedReadModel, GenerationStanding, ReadModelGenerations } from './read-model-generations.ts';
export type { SavedUpTo, SessionStore, SessionSummary } from './session-store.ts';
export type { ArtifactPlace, ArtifactStat, ArtifactStore, ListedArtifact } from './artifact-store.ts';
export { parseSegmentName, parseSortableNumber, placeProblem, SEGMENT_LIMITS, segmentName, sortableNumber } from './segment-store.ts';
export type { ArchivePartition, ChapterPlace, SegmentPlace, SegmentStore } from './segment-store.ts';
export type { AnatomyStore } from './anatomy-store.ts';
export { DEMAND_LIMITS } from './demand-store.ts';
export type { DemandBatch, DemandQuery, DemandStore, RecallOutcomeRecord } from './demand-store.ts';
export type { DataKey, DestroyedPlace, ErasureMark, KeyStore, MasterKeyState } from './key-store.ts';
export type { MasterKeys, MasterKeyVersion } from './master-keys.ts';
export { ERASURES_UNDER_WAY } from './eraser.ts';
export type { Erasure, EraseRequest, Eraser, ErasureService, PartitionErased, PartitionEraser, PartitionErasure } from './eraser.ts';
export type { HoldRequest, Holds, PlacedHold } from './holds.ts';
export type { CountsByKind, ExpiredInSpace, Retention } from './retention.ts';
export { UNIT_STATE_BYTES } from './unit-store.ts';
export type { SurfaceCounts, UnitEvent, UnitsAnswer, UnitsQuery, UnitView } from './unit-view.ts';
export type { LedgerPoint, SpacePlace, UnitMarks, UnitStore } from './unit-store.ts';
export type {
  Consolidator,
  Fact,
  FactDecision,
  ForgottenFact,
  FactEvidence,
  FactsQuery,
  LedgerView,
  NewFact,
  PersonsAct,
  Profile,
  ProfileEntry,
  Reflected,
  RestoredSetting,
  SweepResult,
} from './consolidator.ts';
export { LEDGER_LIMITS, SESSION_CLOSING } from './ledger.ts';
export type { Ledger, LedgerFeed, LedgerRange, LedgerShare } from './ledger.ts';
export type {
  ApiKey,
  AuditBreak,
  DueAudit,
  LostAudit,
  AuditEntry,
  AuditHead,
  AuditLink,
  AuditPage,
  AuditPoint,
  AuditShare,
  OldAudit,
  UnsignedEnds,
  DayUsage,
  BackupNotes,
  ControlStore,
  PolicyAt,
  Quotas,
  RetentionPause,
  Scope,
  Tenant,
} from './control-store.ts';
export type { Clock, Random, RevisedBodies, RevisedEvent, Scheduler, Sealer, TokenCounter } from './environment.ts';
export type {
  AppendedEvent,
  AppendRequest,
  AppendResult,
  ArtifactContent,
  CompactResult,
  EventView,
  GuardedUse,
  Ingest,
  MarkerExpansion,
  RetrievalView,
  Retriever,
  ServedWindow,
  ShownInWindow,
  TaskStateView,
} from './services.ts';
export { UNUSABLE_ANSWERS } from './language-model.ts';
export type { AnswerShape, LanguageModel, ModelAnswer, ModelMessage, ModelQuestion, ModelUsage, UnusableAnswer } from './language-model.ts';
export type { Embedder, EmbedderSource, Embedding, EmbeddingInput, EmbedOptions, TokenVectors } from './embedder.ts';
export { NO_TRACER } from './tracer.ts';
export type { RequestOptions, Span, SpanAttributes, SpanKind, SpanOptions, SpanOrigin, Tracer } from './tracer.ts';
