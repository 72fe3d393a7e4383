export { EVENT_KINDS, OUTCOME_TAGS, UTILITY_HINTS } from './event/event-kind.ts';
export { LABEL_TOKENS, LABELS } from './event/kind-label.ts';
export { isCallerKind, isGuardedKind, MODEL_OUTPUT_KINDS, rulesOf, SERVICE_KINDS } from './event/kind-rules.ts';
export type { EventKind } from './event/event-kind.ts';
export { cutBefore } from './archive/cut-chapter.ts';
export type { ChapterCut, ChapterLimits } from './archive/cut-chapter.ts';
export { NAME_PATTERN, sessionKey, spaceKey } from './event/address.ts';
export type { SessionAddress } from './event/address.ts';
export { DELEGATION_LEVELS, isWithinGrant, mayOpen, RECALL_ACCESS, REPORT_STATUSES } from './delegation/delegation.ts';
export type {
  DelegationGrant,
  DelegationPacket,
  DelegationReport,
  RecallAccess,
  ReportFinding,
  ReportStatus,
} from './delegation/delegation.ts';
export { byImportance, DIGEST_LABELS, DIGEST_LIMITS, renderDigest, type Digest, type DigestFact } from './digest/render-digest.ts';
export { renderDigestPages, type DigestPages } from './digest/render-digest-pages.ts';
export { reflect } from './reflection/reflect.ts';
export type { KindUse, Proposal, ReflectionInput, ReflectedSettings, Reflection, ReflectionReason } from './reflection/reflect.ts';
export { setBy, settleProposals } from './reflection/reflected-settings.ts';
export type { KeptBy, PersonsPolicies, ReflectedPolicy, SettingsBefore } from './reflection/reflected-settings.ts';
export { renderDelegation, renderObjective, renderReport } from './delegation/render-delegation.ts';
export { EVENT_ID_PATTERN, EVENT_REF_CHARS, EVENT_REF_PATTERN, nameInSession, parseEventRef, renderEventRef } from './event/event-ref.ts';
export type { EventRef } from './event/event-ref.ts';
export { namedRefs } from './event/named-refs.ts';
export { parsePlacesRef, PLACES_REF_CHARS, PLACES_REF_PATTERN, placesFrom, renderPlacesRef } from './event/places-ref.ts';
export type { PlacesRef } from './event/places-ref.ts';
export { parseSeveralRef, type SeveralRef } from './event/several-ref.ts';
export { parseTurnsRef, renderTurnsRef, TURNS_REF_PATTERN } from './event/turns-ref.ts';
export type { TurnsRef } from './event/turns-ref.ts';
export type { EventBody, EventMetadata, EventOrigin, RecallReceipt, SessionParent, ThinkingSeal, ToolCall } from './event/event-body.ts';
export {
  lacksRevision,
  wentWithSession,
  type ErasedRest,
  type EventEnvelope,
  type EventRecord,
  type MissingBody,
} from './event/event-record.ts';
export { isAhead, orderTimeAmong } from './event/order-times.ts';
export { isOfHarness } from './event/harness-text.ts';
export { isUntimed, UNTIMED_TAG } from './event/untimed.ts';
export { hasLostEnvelope, isEnvelope } from './event/is-envelope.ts';
export type { FormTokens } from './event/form-tokens.ts';
export type { Attachment, NewEvent } from './event/new-event.ts';
export { PREVIEW_KINDS } from './artifact/artifact-ref.ts';
export { artifactsOf } from './artifact/artifacts-of.ts';
export { attachmentHeading, attachmentsWithText, isShownImage, joinAttached, wholeTextArtifact } from './artifact/attached-text.ts';
export type { AttachedText } from './artifact/attached-text.ts';
export type { ArtifactRef, AttachmentText } from './artifact/artifact-ref.ts';
export { CHARSETS, keepsAscii, TEXT_ENCODINGS } from './artifact/charsets.ts';
export { detectTextEncoding } from './artifact/detect-encoding.ts';
export { parseMediaType, textEncodingOf } from './artifact/media-type.ts';
export type { TextEncoding } from './artifact/charsets.ts';
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
  ContextCompacted,
  KnowledgeChosen,
  RecountedEntry,
  StopReason,
  TokensRecounted,
} from './compaction/compaction-record.ts';
export { knowledgeIn } from './compaction/compaction-record.ts';
export { entriesToRecount, needsRecount } from './compaction/recount.ts';
export type { Manifest, Marker, MarkerRecord } from './compaction/markers/marker.ts';
export { CHAT_TEMPLATES } from './policy/session-policy.ts';
export type { ChatTemplate, PolicySettings, SessionPolicy, WindowBudgets } from './policy/session-policy.ts';
export type { AcceptedEvent, SessionEntry, SessionState } from './session/session-state.ts';
export type { AssembledWindow, CallerBlocks, WindowBlock, WindowRequest, WindowTokens } from './window/window-request.ts';
export type { Anatomy } from './anatomy/anatomy.ts';
export type { LogPassage } from './recall/passage.ts';
export { RECALL_OUTCOMES } from './recall/recall-request.ts';
export type {
  Evidence,
  RecallAnswer,
  RecallEscalation,
  RecallHit,
  RecallMarker,
  RecallMoment,
  StatedValidity,
  RecallOutcome,
  RecallOverview,
  RecallPassage,
  RecallRequest,
  RecallScope,
  TextOnlyReason,
} from './recall/recall-request.ts';
export type { RetrievalRecord } from './recall/retrieval-record.ts';
export { createAnalyser } from './recall/analyse-text.ts';
export type { TextAnalyser } from './recall/analyse-text.ts';
export { ENGLISH_STOP_WORDS } from './recall/stop-words.ts';
export { findExactStrings } from './recall/exact-strings.ts';
export { agentTerm, isExactTerm } from './recall/term-encoding.ts';
export { utf8Length } from './recall/passages/utf8-length.ts';
export { makePreview } from './artifact/preview.ts';
export type { Preview } from './artifact/preview.ts';
export { isAnimatedGif } from './artifact/animated-gif.ts';
export { imageSize, isTextMime, sniffMime } from './artifact/sniff-mime.ts';
export { BREAKER_STOPS, composeSignature } from './compaction/plan/breaker.ts';
export type { Cut } from './compaction/previews/cut.ts';
export { guardedBudget, guardedParts, type GuardedPart } from './compaction/plan/guarded.ts';
export { planCompaction } from './compaction/plan/plan-compaction.ts';
export {
  overTrigger,
  overWindow,
  triggerTokens,
  usableTokens,
  knowledgeTokens,
  taskTokens,
  usedTokens,
  type CallerTokens,
} from './compaction/tokens/used-tokens.ts';
export type { CompactionRequest, CompactionInput } from './compaction/plan/compaction-input.ts';
export type { CompactionPlan } from './compaction/plan/plan-compaction.ts';
export { composeCompaction } from './compaction/outcome/compose-compaction.ts';
export { planWithOwnTask, planWithTask } from './compaction/outcome/plan-with-task.ts';
export type { PlanWithTask } from './compaction/outcome/plan-with-task.ts';
export { sketchEvent, sketchEvents } from './compaction/sketches/event-sketch.ts';
export type { EventSketch } from './compaction/sketches/event-sketch.ts';
export { gatherSketches } from './compaction/sketches/gather-sketches.ts';
export { askedTerms } from './compaction/topics/asked-terms.ts';
export type { TermRarity } from './terms/distinctive-terms.ts';
export type { ComposeInput } from './compaction/outcome/compose-compaction.ts';
export { contentsNeeded, fitCuts, putBackForms, type CutFitting } from './compaction/previews/fit-cuts.ts';
export type { PlannedForms } from './compaction/plan/size-levels.ts';
export { labelTopics } from './terms/label-topics.ts';
export { fitMarker, keptTemplate, markerText } from './compaction/markers/render-marker.ts';
export { entryTokens, historyTokens } from './compaction/tokens/entry-tokens.ts';
export {
  deriveBudgets,
  MARKER_TOKENS,
  DEFAULT_WINDOW_TOKENS,
  MAX_MARKER_CAP,
  MAX_WINDOW_TOKENS,
  MIN_MARKER_CAP,
  MIN_WINDOW_TOKENS,
} from './policy/derive-budgets.ts';
export { fingerprint, resolvePolicy } from './policy/resolve-policy.ts';
export type { ResolvedPolicy } from './policy/resolve-policy.ts';
export { emptySession } from './session/empty-session.ts';
export { evolveSession } from './session/evolve-session.ts';
export { createSessionFold } from './session/session-fold.ts';
export type { SessionFold } from './session/session-fold.ts';
export { wholeWords } from './terms/whole-words.ts';
export { DAY_MS, lastDay, startOfDay, utcDay } from './time/utc-day.ts';
export { isRecalled, NO_RETRIEVAL } from './event/event-body.ts';
export { asksForNames, keptToolUses, toolUses, type ClearToolUses } from './compaction/plan/clear-tool-uses.ts';
export { idEnding } from './event/id-ending.ts';
export { FOLD_VERSION, OPEN_CALL_TURNS } from './session/session-limits.ts';
export { hasSequence, progressOf } from './session/source-progress.ts';
export { nextTaskState } from './task-state/next-task-state.ts';
export { isAnthropicSeal, isThinkingIn, thinkingTokens } from './window/sent-thinking.ts';
export { showLines, showTaskState, taskStateForms } from './task-state/render-task-state.ts';
export { closeFence, openFence } from './fence/fence.ts';
export { UNSEEN } from './fence/plain-line.ts';
export { closingSteps, neutralise, neutraliseClosing, neutraliseSteps, restore } from './fence/neutralise.ts';
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
export type { AssembleResult, CountedBlock } from './window/assemble-window.ts';
export { FRAMING_TOKENS, formSteps, IMAGE_TOKENS, PREVIEW_FROM_CHARS, renderCutForm, renderForms } from './window/render-entry.ts';
export type { EntryContent, RenderedForms } from './window/render-entry.ts';
export { NOTE_TOOLS } from './window/note-tools.ts';
export type { NoteTools } from './window/note-tools.ts';
export {
  MOST_OPENAI_TOOLS,
  OPEN_TOOL,
  RECALL_TOOL,
  recallLine,
  toAnthropicTool,
  toOpenAiTool,
  UPDATE_TASK_STATE_TOOL,
} from './window/recall-tool.ts';
export { limitPictures } from './window/limit-pictures.ts';
export { toAnthropicMessages } from './window/to-anthropic-messages.ts';
export { toOpenAiMessages } from './window/to-openai-messages.ts';
export { OWN_SYSTEM_TOKENS } from './policy/derive-budgets.ts';
export { policyForCall } from './policy/policy-for-call.ts';
export { applyCompaction } from './session/apply-compaction.ts';
export { liveRequests, noteRequest } from './session/live-requests.ts';
export { checkCompaction, checkPairs, checkReconciled, checkShown, checkWindow } from './invariants.ts';
export type { Violation } from './invariants.ts';
export { documentSteps, evidenceText, indexDocuments } from './recall/index-documents.ts';
export type { AnalysedDocument } from './recall/index-documents.ts';
export { cutPassages } from './recall/passages/cut-passages.ts';
export type { Passage } from './recall/passages/cut-passages.ts';
export { callLabel, eventTitle } from './recall/passages/passage-header.ts';
export { plainName } from './window/agent-line.ts';
export { splitLines } from './recall/passages/split-lines.ts';
export { embeddingSteps, textBefore } from './recall/embedding-texts.ts';
export type { EmbeddingContext, EmbeddingText } from './recall/embedding-texts.ts';
export { inverseDocumentFrequency, scoreBm25 } from './recall/ranking/bm25.ts';
export type { TermStatistics } from './recall/ranking/bm25.ts';
export { DEFAULT_RANKING, RANK_PARTS, rankingWithout } from './recall/ranking/rank-parts.ts';
export type { RankingSwitches, RankPart } from './recall/ranking/rank-parts.ts';
export { createRanking } from './recall/ranking/rank-passages.ts';
export type { PassageId, Ranking } from './recall/ranking/rank-passages.ts';
export type { RankTerms } from './recall/ranking/rank-terms.ts';
export type { RankedEvent, RankedPassage } from './recall/ranking/ranked-event.ts';
export { mayGoOn } from './recall/ranking/fuse-signals.ts';
export { compareInLog, findUpdates } from './recall/updates/find-updates.ts';
export type { FoundUpdate } from './recall/updates/update-threads.ts';
export type { UpdatableEvent } from './recall/updates/updatable-event.ts';
export { orderUpdates } from './recall/updates/order-updates.ts';
export type { AskedValue } from './recall/updates/order-updates.ts';
export { askedForm } from './recall/asked-form.ts';
export { DECISION_WORDS, withoutDecisionWords } from './recall/asked-decisions.ts';
export { askedRole, withoutRoleWords } from './recall/asked-role.ts';
export { askedOfSpeaker, asksNothingElse, type AskedOfSpeaker } from './recall/asked-speaker.ts';
export { tellsOfSpeaker } from './recall/statements/tells-of-speaker.ts';
export { onlyAnnounces, onlyAsks } from './recall/only-asks.ts';
export { holdsName } from './recall/statements/holds-name.ts';
export { statingSentences } from './recall/statements/stating-sentences.ts';
export { lateScaleOf } from './recall/statements/late-scale.ts';
export { cutAtSpans } from './recall/statements/cut-at-spans.ts';
export { segmentAt, segmentsOfRows } from './recall/cut-rows.ts';
export type { LineCuts } from './recall/cut-rows.ts';
export { askedAction, askedNumber, mayAskForActions } from './recall/done/asked-action.ts';
export type { AskedAction } from './recall/done/asked-action.ts';
export { doneLine, undoneHint, undoneLine, type Undone } from './recall/done/done-line.ts';
export type { DoneListing } from './recall/done/done-line.ts';
export { readDone, wasRefused } from './recall/done/read-done.ts';
export { asksForName } from './recall/question-kind/asks-for-name.ts';
export { asksElse, asksWhat } from './recall/question-kind/asks-what.ts';
export { questionKinds, takesSeveral } from './recall/question-kind/question-kinds.ts';
export type { QuestionKind } from './recall/question-kind/question-kinds.ts';
export { namesTopic } from './recall/question-kind/names-topic.ts';
export { topicOfQuestion } from './recall/question-kind/topic-of-question.ts';
export { takesUp } from './recall/question-kind/opening-words.ts';
export { spreadOverTime } from './recall/question-kind/spread-over-time.ts';
export { STANDING_CUES, standingOf } from './recall/question-kind/standing-statements.ts';
export type { Standing } from './recall/question-kind/standing-statements.ts';
export { listedFacts, relationOf, thingIn } from './recall/question-kind/listed-facts.ts';
export type { ThingRelation, ListedFacts } from './recall/question-kind/listed-facts.ts';
export { standingFit, standingOfFact } from './recall/question-kind/standing-facts.ts';
export type { StandingFit, StandingWords } from './recall/question-kind/standing-facts.ts';
export { certainTimes, isMinute, nameTime, NO_QUERY_TIME, occurrencesOf, timePreference, toldPreference } from './recall/query-time.ts';
export type { QueryMoment, QueryTime, ReadQueryTime, TimeLimits, TimeRelation } from './recall/query-time.ts';
export { functionWordsOf, isInOtherLanguages } from './recall/function-words.ts';
export { heaviestTerms } from './recall/heaviest-terms.ts';
export {
  alikeLine,
  momentLine,
  emptyHint,
  emptyLine,
  eventHeading,
  groupHeading,
  looksLikeInstruction,
  otherLanguageWarning,
  otherTimeWarning,
  outcomeWarning,
  overviewWarning,
  renderEvidence,
  WITHHELD,
} from './recall/render-evidence.ts';
export type { EvidenceFrame } from './recall/render-evidence.ts';
export { exactSpans } from './recall/exact-spans.ts';
export { clockLiterals, phraseLiterals, withoutLiterals, type Literal } from './recall/literals.ts';
export { asksWhereItStands } from './recall/question-kind/asks-where.ts';
export { thingNumbers } from './recall/numbered-things.ts';
export { isListOfWords, isMeantAsWhole } from './recall/packing/whole-events.ts';
export { LISTED_STRINGS, listStrings, reserveForStrings } from './recall/packing/list-strings.ts';
export type { ListedEvent } from './recall/packing/list-strings.ts';
export { leftOutAlike, mostAlike } from './recall/packing/left-out-alike.ts';
export { lineShape } from './recall/packing/line-shape.ts';
export { orderLines } from './recall/packing/order-lines.ts';
export type { PackableEvent, PackablePassage } from './recall/packing/packable-event.ts';
export { takeLines } from './recall/packing/take-lines.ts';
export type { Taken, TakenLines } from './recall/packing/take-lines.ts';
export { findRecalled } from './recall/find-recalled.ts';
export { readEvidenceRefs, type ShownEvent } from './recall/read-evidence-refs.ts';
export { atFirstUse } from './lazy/at-first-use.ts';
export { LEFT_OUT_REASONS } from './open/open-request.ts';
export type { LeftOutReason, OpenAnswer, OpenRequest, TurnEvent } from './open/open-request.ts';
export { renderTurns } from './open/render-turns.ts';
export type { ShownTurnEvent } from './open/render-turns.ts';
export { readOpenedArtifact, renderOpened } from './open/render-opened.ts';
export { cutSpan, findSpan, placeSpan } from './open/slice-text.ts';
export type { TextSpan, WantedRange } from './open/slice-text.ts';
export { exceedsPullLimit, isPullCall, pullLimitText } from './session/pull-limit.ts';
export { failureIn } from './task-state/derived/failed-result.ts';
export { deriveFacts } from './task-state/derived/derive-facts.ts';
export type { FactEvent } from './task-state/derived/derive-facts.ts';
export { NO_FACTS } from './task-state/derived/derived-task-state.ts';
export type { DerivedFacts, DerivedTaskState } from './task-state/derived/derived-task-state.ts';
export { renderDerivedWithout } from './task-state/derived/render-derived.ts';
export { readRendering } from './recall/read-rendering.ts';
export { USE_KINDS } from './recall/demand/evidence-use.ts';
export type { EvidenceUse, RecallReceived, TurnTaken, UseKind } from './recall/demand/evidence-use.ts';
export { WATCHED_TURNS, watchEvidence } from './recall/demand/watch-evidence.ts';
export type { EvidenceWatch } from './recall/demand/watch-evidence.ts';
export { findTellingStrings } from './recall/demand/telling-strings.ts';
export { writtenText } from './recall/demand/written-text.ts';
export { demandFigures, NO_DEMAND } from './recall/demand/demand-figures.ts';
export type { DemandCounts, DemandFigures } from './recall/demand/demand-figures.ts';
export { isOfAnotherRecord, isPartOfId, namesOtherId } from './recall/confidence/of-another-record.ts';
export { FIRST_HITS } from './recall/confidence/confidence-features.ts';
export {
  atMostUnsure,
  calibrationFor,
  ESCALATE_BELOW,
  isCalibrated,
  judgeAnswer,
  knownRight,
  outcomeOf,
  storeKindOf,
} from './recall/confidence/judge-answer.ts';
export type { JudgedHit, Judgement } from './recall/confidence/judge-answer.ts';
export { TEXT_CALIBRATION, VECTOR_CALIBRATIONS } from './recall/confidence/calibration.ts';
export { ESCALATION_REASONS, withKnownWords } from './recall/confidence/reformulate.ts';
export type { EscalationReason } from './recall/confidence/reformulate.ts';
export { STORE_KINDS } from './recall/confidence/calibration-form.ts';
export type { Calibration, OutcomeBounds, StoreKind } from './recall/confidence/calibration-form.ts';
export { probabilityOf } from './recall/confidence/logistic-model.ts';
export type { Features, LogisticModel } from './recall/confidence/logistic-model.ts';
export { measureEvent, shareHeld, weighAskedTerms } from './recall/confidence/measure-evidence.ts';
export type { AskedTerms, EventEvidence } from './recall/confidence/measure-evidence.ts';
export { overviewText } from './recall/overview-text.ts';
export { chooseGranularity, GRANULARITIES } from './recall/granularity.ts';
export type { Granularity } from './recall/granularity.ts';
export { completenessOf } from './recall/completeness.ts';
export { proposeTaskState } from './task-state/propose-task-state.ts';
export type { ProposalEvent } from './task-state/propose-task-state.ts';
export type { TokenMatrix } from './recall/late-interaction.ts';
export { NO_LINE } from './recall/kept-tokens.ts';
export type { KeptTokens, TokenRows } from './recall/kept-tokens.ts';
export { createTokenMatching, joinRuns, lineRuns, rarityWeights } from './recall/token-match.ts';
export type { TokenMatch, TokenMatching } from './recall/token-match.ts';
export { quantiseRows, quantiseVector } from './recall/quantise-vector.ts';
export type { QuantisedVector } from './recall/quantise-vector.ts';
export { conditionEvent } from './recall/conditioning/condition-event.ts';
export { CONDITIONING_TEMPERATURE, conditionScores } from './recall/conditioning/condition-scores.ts';
export { DEFAULT_CONDITIONING } from './recall/conditioning/conditioning-input.ts';
export type { Asking, AskingTask, ConditionedEvent, ConditioningSwitches } from './recall/conditioning/conditioning-input.ts';
export { canonicalJson, statementOf } from './erasure/erasure-certificate.ts';
export type { ErasureCertificate, ErasureStatement, KnownBackups, SeenErasure, ServiceMode } from './erasure/erasure-certificate.ts';
export { MOST_NOTED_BACKUPS, summariseBackups } from './erasure/noted-backups.ts';
export { dataSubjects } from './erasure/data-subjects.ts';
export { createErasedSpeech, type ErasedSpeech, type RepeatsErased } from './erasure/erased-speech.ts';
export type {
  ErasedEvents,
  ErasureCounts,
  ErasureScope,
  ErasureTargets,
  RecordedScope,
  UnreadEvents,
  Withheld,
} from './erasure/erasure-scope.ts';
export { joinLateQuotes, withLateQuotes, type LateQuotes } from './erasure/late-quotes.ts';
export { targetsOf } from './erasure/targets-of.ts';
export { createHeldBy, type HeldBy } from './hold/held-by.ts';
export { keptFor, type RetentionRule } from './retention/retention-rules.ts';
export { evolveHold } from './hold/evolve-hold.ts';
export { isStanding, type Hold, type HoldScope } from './hold/hold.ts';
export type { DecidedBy } from './unit/added-unit.ts';
export { hashedUnits } from './unit/hashed-units.ts';
export { concernsUnits, evolveUnits } from './unit/evolve-units.ts';
export { undoableEntries, undoProblem } from './unit/undo-problem.ts';
export { GROUP_KINDS, MOST_EVENTS, UNIT_KINDS, type Group, type GroupEvent, type NewGroup, type UnitKind } from './unit/group.ts';
export { LINK_TYPES, MOST_LINKS, STORED_LINK_TYPES, type LinkType, type StoredLinkType, type UnitLink } from './unit/unit-link.ts';
export { standsFor, type SupersedeReason, type UnitStatus } from './unit/unit-status.ts';
export { gatherSteps } from './episode/gather-units.ts';
export { indexMarks, type MarkedUnits } from './episode/marked-units.ts';
export { audienceOf, EPISODE_VERSION, episodeWords, segmentEpisodes, type EpisodeSource } from './episode/segment-episodes.ts';
export { searchSurface, SURFACE_LIMITS, type SurfaceLimit } from './episode/search-surface.ts';
export { chooseSentences } from './episode/choose-sentences.ts';
export { labelWords, type WordWeight } from './episode/label-words.ts';
export { OUTLINE_PARTS, outlineEpisode, type OutlinePart } from './episode/outline-episode.ts';
export { singular, TELLING_CHARS, tellingWords } from './episode/telling-words.ts';
export { hopCounts, unitSurface, type UnitSurface } from './unit/unit-surface.ts';
export { isOneAudience } from './unit/with-links.ts';
export { afterDecision } from './unit/decide-unit.ts';
export { countsBefore, countsFrom, saidAgain, saidBehind } from './unit/last-said.ts';
export { statedThereAlone } from './unit/stated-there-alone.ts';
export { KNOWN_ATTRIBUTES } from './unit/fact-pointers.ts';
export { dayOf, type ModelJudged, type ModelProgress, type ModelSpending } from './unit/model-progress.ts';
export {
  LEAST_CONFIDENCE,
  MODEL_STAGES,
  PROPOSAL_CODES,
  type JudgedProposal,
  type ModelStage,
  type ProposalCode,
} from './proposal/proposal-code.ts';
export { pointAtFact, readPointed } from './proposal/point-at-fact.ts';
export { replacementProblem, type StatedUnit } from './proposal/judge-replacement.ts';
export { KNOWLEDGE_LIMITS, type ChosenFact, type KnowledgeChoice } from './knowledge/knowledge-choice.ts';
export { chooseProfileFacts, PROFILE_LIMITS } from './knowledge/choose-profile-facts.ts';
export { isFor, stillShown, timesOf, unitsToShow, type UnitToShow } from './knowledge/units-to-show.ts';
export { factLine } from './knowledge/fact-line.ts';
export { fitKnowledge, type FactLine, type FittedKnowledge } from './knowledge/render-knowledge.ts';
export { endingSentences, type EndingSentence } from './unit/ending-sentences.ts';
export { otherTimeSentences } from './unit/other-time-sentences.ts';
export { replacedSentences, type ReplacedSentence } from './unit/replaced-sentences.ts';
export { statedSentences, type StatedSentence } from './unit/stated-sentences.ts';
export {
  byFirstSaid,
  byLatestFirstSaid,
  holdsAt,
  knownUnit,
  knownUnits,
  withheldEvents,
  withheldEvidence,
  type KnownUnit,
  type UnitMoment,
} from './unit/known-units.ts';
export {
  emptySpaceUnits,
  findUnit,
  readSpaceUnits,
  storedSpaceUnits,
  TAIL_ENTRIES,
  type SpaceUnits,
  type StoredSpaceUnits,
  type TailEntry,
} from './unit/space-units.ts';
export {
  FACT_LABELS,
  type FactLabel,
  MOST_EVIDENCE,
  MOST_WITHHELD,
  MOST_MARKS,
  type AnyUnit,
  type Confirmation,
  type NewAnyUnit,
  type NewUnit,
  type Unit,
  type UnitDecision,
  type UnitEvidence,
} from './unit/unit.ts';
export { redactCompaction } from './erasure/redact-compaction.ts';
export { redactTaskState } from './erasure/redact-task-state.ts';
export { restOfEvent } from './erasure/rest-of-event.ts';
export type { LedgerAct, LedgerEntry, NewLedgerEntry } from './ledger/ledger-entry.ts';
export { canonicalArguments } from './event/canonical-arguments.ts';
export { jsonLeaves } from './event/json-leaves.ts';
export { asOwnSentence, withoutLeadIn } from './digest/without-lead-in.ts';
export { DECISION_REASONS, decisionReason, type DecisionReason } from './unit/decision-reason.ts';
export { episodeShape, likeness, type EpisodeShape } from './episode/episode-shape.ts';
export { linkableEpisodes, speculativeLinks } from './episode/speculative-links.ts';
export { attributeAsSaid } from './fact/attribute-as-said.ts';
export { FACT_LIMITS, FACT_READER_VERSION, isWrittenSession, writtenSession } from './fact/stated-fact.ts';
export type { FactSource, StatedFact } from './fact/stated-fact.ts';
export { factsAt, factSteps, prepareFacts, readFacts } from './fact/read-facts.ts';
export { inFirstPerson } from './fact/in-first-person.ts';
export { kindOfSentence, type NamedKind } from './fact/kind-of-sentence.ts';
export { shownValue } from './fact/shown-value.ts';
export { speakerName } from './fact/label-of.ts';
export { isWrittenByAgent, writtenFact, writtenMeta } from './fact/written-fact.ts';
export { asRead, compareFacts, factKey, isOneAttribute, turnedTo, wordsLeft } from './fact/compare-facts.ts';
export type { FactRelation } from './fact/compare-facts.ts';
export { editProblem, judgedEdit, MOST_MERGED, routeEdits, type EditTask } from './proposal/route-edits.ts';
export { topicWords } from './proposal/topic-words.ts';
export { writesMemory } from './proposal/memory-writes.ts';
