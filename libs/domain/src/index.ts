export { EVENT_KINDS, MODEL_OUTPUT_KINDS, OUTCOME_TAGS, SERVICE_KINDS, UTILITY_HINTS } from './event/event-kind.ts';
export type { EventKind, UtilityHint } from './event/event-kind.ts';
export { cutBefore } from './archive/cut-chapter.ts';
export type { ChapterCut, ChapterLimits, OpenChapter } from './archive/cut-chapter.ts';
export { NAME_PATTERN, sessionKey, spaceKey } from './event/address.ts';
export type { SessionAddress } from './event/address.ts';
export type { EventBody, EventMetadata, EventOrigin, RecallReceipt, ToolCall } from './event/event-body.ts';
export type { EventEnvelope, EventRecord, FormTokens, MissingBody } from './event/event-record.ts';
export type { Attachment, NewEvent } from './event/new-event.ts';
export { PREVIEW_KINDS } from './artifact/artifact-ref.ts';
export type { ArtifactRef, PreviewKind } from './artifact/artifact-ref.ts';
export { TASK_PHASES } from './task-state/task-state.ts';
export type { TaskItem, TaskPhase, TaskState, TaskStateFields, TaskStateUpdate } from './task-state/task-state.ts';
export { decodePosition, encodePosition } from './log/position.ts';
export type { Position } from './log/position.ts';
export { NO_MARKS } from './log/marks.ts';
export type { Marks } from './log/marks.ts';
export { partitionOf } from './log/partition-of.ts';
export type {
  CompactionRecord,
  CompactionStopped,
  CompactionTrigger,
  ContextCompacted,
  Shrink,
  StopReason,
} from './compaction/compaction-record.ts';
export type { Manifest, Marker, MarkerRecord } from './compaction/marker.ts';
export type { CompactionPolicy, PolicySettings, SessionPolicy, WindowBudgets } from './policy/session-policy.ts';
export type {
  AcceptedEvent,
  EntryForm,
  PremiseVersion,
  SessionEntry,
  SessionState,
  SourceProgress,
  TaskStateRef,
} from './session/session-state.ts';
export type { AssembledWindow, BlockKind, CallerBlocks, WindowBlock, WindowRequest, WindowTokens } from './window/window-request.ts';
export type { Anatomy } from './anatomy/anatomy.ts';
export type { LogPassage } from './recall/passage.ts';
export { RECALL_OUTCOMES } from './recall/recall-request.ts';
export type {
  Evidence,
  RecallAnswer,
  RecallEscalation,
  RecallHit,
  RecallMarker,
  RecallOutcome,
  RecallPassage,
  RecallRequest,
  RecallScope,
  TextOnlyReason,
} from './recall/recall-request.ts';
export type { RetrievalRecord } from './recall/retrieval-record.ts';
export { createAnalyser } from './recall/analyse-text.ts';
export type { AnalyserOptions, TermSpan, TextAnalyser } from './recall/analyse-text.ts';
export { ENGLISH_STOP_WORDS } from './recall/stop-words.ts';
export { findExactStrings } from './recall/exact-strings.ts';
export type { ExactString } from './recall/exact-strings.ts';
export { agentTerm, encodeTerm, hashText, isExactTerm } from './recall/term-encoding.ts';
export { splitPassages, utf8Length } from './recall/split-passages.ts';
export type { SplitOptions, TextPiece } from './recall/split-passages.ts';
export { makePreview, PREVIEW_CHARS } from './artifact/preview.ts';
export type { Preview, PreviewHints } from './artifact/preview.ts';
export { imageSize, isTextMime, sniffMime } from './artifact/sniff-mime.ts';
export { BREAKER_STOPS, overTrigger, overWindow, planCompaction, usableTokens, usedTokens } from './compaction/plan-compaction.ts';
export type { CompactionDecision, CompactionInput, CompactionPlan } from './compaction/plan-compaction.ts';
export { composeCompaction } from './compaction/compose-compaction.ts';
export { labelTopics } from './compaction/topics.ts';
export { renderMarker } from './compaction/render-marker.ts';
export { entryTokens, historyTokens, tailStart } from './compaction/tail.ts';
export {
  BUDGET_TABLE,
  defaultHeadroom,
  deriveBudgets,
  MARKER_CAP,
  MARKER_TOKENS,
  MAX_WINDOW_TOKENS,
  MIN_WINDOW_TOKENS,
} from './policy/derive-budgets.ts';
export { fingerprint, resolvePolicy } from './policy/resolve-policy.ts';
export type { ResolvedPolicy } from './policy/resolve-policy.ts';
export { emptySession } from './session/empty-session.ts';
export { evolveSession } from './session/evolve-session.ts';
export type { DropReason, Evolved } from './session/evolve-session.ts';
export { FOLD_VERSION, OPEN_CALL_TURNS } from './session/session-limits.ts';
export { addSequence, hasSequence, progressOf } from './session/source-progress.ts';
export { nextTaskState } from './task-state/next-task-state.ts';
export type { NextTaskState } from './task-state/next-task-state.ts';
export { renderTaskState } from './task-state/render-task-state.ts';
export { assembleWindow, pushRoom } from './window/assemble-window.ts';
export {
  fitsDraft,
  PREFETCH_RESULTS,
  type PrefetchAnswer,
  type PrefetchEnd,
  type PrefetchRequest,
  type PrefetchResult,
} from './window/prefetch.ts';
export { pushQueries } from './window/push-queries.ts';
export type { AssembleInput, AssembleResult, CountedBlock } from './window/assemble-window.ts';
export { FRAMING_TOKENS, IMAGE_TOKENS, PREVIEW_FROM_CHARS, renderForms } from './window/render-entry.ts';
export type { EntryContent, RenderedForms } from './window/render-entry.ts';
export { RECALL_LINE, RECALL_TOOL, toAnthropicTool, toOpenAiTool, UPDATE_TASK_STATE_TOOL } from './window/recall-tool.ts';
export { toAnthropicMessages } from './window/to-anthropic-messages.ts';
export { toOpenAiMessages } from './window/to-openai-messages.ts';
export type { ImageData } from './window/to-openai-messages.ts';
export { checkCompaction, checkMarkers, checkPairs, checkReconciled, checkWindow } from './invariants.ts';
export type { Violation } from './invariants.ts';
export { evidenceText, indexDocuments } from './recall/index-documents.ts';
export type { AnalysedDocument, DocumentLimits } from './recall/index-documents.ts';
export { embeddingTexts, hasTokenVectors, isEmbedded, isSpoken, textBefore } from './recall/embedding-texts.ts';
export type { EmbeddingLimits, EmbeddingText } from './recall/embedding-texts.ts';
export { joinEmbeddings } from './recall/join-embeddings.ts';
export type { ChunkEmbedding, JoinedEmbedding } from './recall/join-embeddings.ts';
export { BM25_B, BM25_K1, inverseDocumentFrequencies, inverseDocumentFrequency, scoreBm25 } from './recall/bm25.ts';
export type { TermStatistics } from './recall/bm25.ts';
export { DEFAULT_RANKING, RANK_PARTS, rankingWithout } from './recall/rank-parts.ts';
export type { RankingSwitches, RankPart } from './recall/rank-parts.ts';
export { createRanking, TEXT_WEIGHT } from './recall/rank-text.ts';
export type { RankedEvent, Ranking, RankSignal, RankTerms } from './recall/rank-text.ts';
export type { RankDocument } from './recall/score-events.ts';
export { standardise } from './recall/standardise.ts';
export { findQueryDates, liesInDate } from './recall/query-dates.ts';
export type { QueryDate } from './recall/query-dates.ts';
export { heaviestTerms } from './recall/heaviest-terms.ts';
export type { HeavyOptions, HeavyTerm } from './recall/heaviest-terms.ts';
export { weighPieces } from './recall/weigh-pieces.ts';
export type { WeighedPiece, WeighInput } from './recall/weigh-pieces.ts';
export { DEFAULT_QUOTAS, selectPassages } from './recall/select-passages.ts';
export type { EvidencePiece, EvidenceSource, PackedRange, SelectOptions } from './recall/select-passages.ts';
export { escapeEvidence, looksLikeInstruction, outcomeWarning, renderEvidence } from './recall/render-evidence.ts';
export type { EvidenceFrame } from './recall/render-evidence.ts';
export { readRendering } from './recall/read-rendering.ts';
export { USE_KINDS } from './recall/demand/evidence-use.ts';
export type { EvidenceUse, RecallReceived, TurnTaken, UseKind } from './recall/demand/evidence-use.ts';
export { WATCHED_TURNS, watchEvidence } from './recall/demand/watch-evidence.ts';
export type { EvidenceWatch } from './recall/demand/watch-evidence.ts';
export { findTellingStrings } from './recall/demand/telling-strings.ts';
export { AGENT_KINDS, writtenText } from './recall/demand/written-text.ts';
export { demandFigures, NO_DEMAND } from './recall/demand/demand-figures.ts';
export type { DemandCounts, DemandFigures } from './recall/demand/demand-figures.ts';
export { answerFeatures, FIRST_HITS, hitFeatures } from './recall/confidence/confidence-features.ts';
export {
  ANSWERED_FROM,
  calibrationFor,
  ESCALATE_BELOW,
  isCalibrated,
  judgeAnswer,
  NOTHING_BELOW,
  outcomeOf,
} from './recall/confidence/judge-answer.ts';
export type { JudgedHit, Judgement } from './recall/confidence/judge-answer.ts';
export { TEXT_CALIBRATION, VECTOR_CALIBRATIONS } from './recall/confidence/calibration.ts';
export { ESCALATION_REASONS, withKnownWords } from './recall/confidence/reformulate.ts';
export type { EscalationReason, QueryWord } from './recall/confidence/reformulate.ts';
export type { Calibration } from './recall/confidence/calibration.ts';
export { probabilityOf } from './recall/confidence/logistic-model.ts';
export type { Features, LogisticModel } from './recall/confidence/logistic-model.ts';
export { measureEvent, shareHeld, weighAskedTerms } from './recall/confidence/measure-evidence.ts';
export type { AskedTerms, CountedDocument, EventEvidence } from './recall/confidence/measure-evidence.ts';
export { ALL_IDENTIFIERS } from './recall/order-exact.ts';
export { chooseGranularity, GRANULARITIES } from './recall/granularity.ts';
export type { Granularity } from './recall/granularity.ts';
export { completenessOf } from './recall/completeness.ts';
export type { ReachedEvents } from './recall/completeness.ts';
export { proposeTaskState } from './task-state/propose-task-state.ts';
export type { ProposalEvent } from './task-state/propose-task-state.ts';
export { createLateInteraction } from './recall/late-interaction.ts';
export type { QueryTokens, TokenMatrix } from './recall/late-interaction.ts';
export { quantiseRows, quantiseVector } from './recall/quantise-vector.ts';
export type { QuantisedVector } from './recall/quantise-vector.ts';
export { conditionEvent, LIVE_CONSTRAINT, MODIFIER_MOST } from './recall/conditioning/condition-event.ts';
export type { Conditioning } from './recall/conditioning/condition-event.ts';
export { CONDITIONING_TEMPERATURE, conditionScores } from './recall/conditioning/condition-scores.ts';
export type { ConditionedResult, ConditionedScore, ListFactors } from './recall/conditioning/condition-scores.ts';
export { DEFAULT_CONDITIONING } from './recall/conditioning/conditioning-input.ts';
export type { Asking, AskingTask, ConditionedEvent, ConditioningSwitches } from './recall/conditioning/conditioning-input.ts';
