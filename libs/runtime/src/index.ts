export { forwarding } from './forwarding.ts';
export { embedderFull, isEmbedderFull } from './embedder-full.ts';
export { reasonText, TotalRecallError, toTotalRecallError } from './errors.ts';
export { asNothingErased } from './as-nothing-erased.ts';
export { appendAsBefore } from './append/append-as-before.ts';
export { appendBranches, type AppendedBranch, type AppendToLog, type Branch } from './append/append-branches.ts';
export type { SentEvents } from './append/sent-events.ts';
export { conflictAt } from './append/conflict-at.ts';
export { createDrain } from './http/create-drain.ts';
export { postJson } from './http/post-json.ts';
export { createJsonMeter, LIMITS } from '@total-recall/contracts';
export { createGroupCommit } from './stores/group-commit.ts';
export type { WaitingAppend } from './stores/group-commit.ts';
export { checkBatch, checkReadLimit, ofPartition } from './stores/check-log-call.ts';
export { createClosing } from './stores/create-closing.ts';
export { followRecords } from './stores/follow-records.ts';
export type { FollowedRecords } from './stores/follow-records.ts';
export { MINILM_CODEBOOK } from './token-codec/minilm-codebook.ts';
export { packTokens, unpackTokenRuns, unpackTokens } from './token-codec/pack-tokens.ts';
export type { ProductCode, TokenCodec } from './token-codec/token-codec.ts';
export { checkKeptTokens, createTokenScratch, decodeTokens, keptDimensions, tokenCodec } from './token-codec/token-codecs.ts';
export { mergeAside } from './stores/merge-aside.ts';
export { checkCount, checkMost, checkQueryTerms, checkRanges, checkTerms, refuseRequest } from './stores/check-query.ts';
export { createTally } from './fair-work/tally.ts';
export { createWorkGate } from './fair-work/work-gate.ts';
export type { Work, WorkGate, WorkGateConfig, WorkObserver } from './fair-work/work-gate.ts';
export type { Turn } from './fair-work/work-turn.ts';
export { isOutOfReach } from './retry/is-out-of-reach.ts';
export { untilAborted } from './parallel/until-aborted.ts';
export { batchesOf, splitRuns } from './parallel/in-batches.ts';
export { inTime, type InTime } from './parallel/in-time.ts';
export { inParallel } from './parallel/in-parallel.ts';
export { ledgerEntries } from './ledger/ledger-entries.ts';
export { createErasureNews, type ErasureNews } from './ledger/erasure-news.ts';
export { createOwedErasures, type OwedErasures } from './ledger/owed-erasures.ts';
export { chooseKnowledge } from './units/choose-knowledge.ts';
export { readerOfSession } from './units/reader-of-session.ts';
export { openUnitMarks, type UnitMarks } from './units/unit-marks.ts';
export { createPastUnits, type PastUnits } from './units/past-units.ts';
export { createUnitReader, type UnitReader } from './units/unit-reader.ts';
export { alignUnits, unitsAreOf } from './units/align-units.ts';
export { aboutSpace, isAbout, type ReadsLedger } from './units/about-space.ts';
export { unitEntriesBySpace } from './units/entries-by-space.ts';
export { packSpaceUnits, unpackSpaceUnits, UNITS_VERSION, type PackedUnits } from './units/pack-space-units.ts';
export { createShareWork } from './ledger/share-work.ts';
export { createLedgerOwner, ownLedgerPartition, type LedgerFollower, type LedgerOwner, type OwnedPartition } from './ledger/own-ledger.ts';
export { createBackgroundPace, loopBusyMs } from './parallel/background-pace.ts';
export { createSlices, inSlices, yieldToEventLoop, type Slices } from './parallel/in-slices.ts';
export { createSerialQueue } from './parallel/in-turn.ts';
export { AUDIT_CHAIN_IDLE_MS, createAuditChains, type AuditChains } from './audit/audit-chains.ts';
export { createAuditKeeper, type AuditKeeper } from './audit/audit-keeper.ts';
export { checkLink, linkEntry, signHead, type AuditSigner } from './audit/audit-link.ts';
export { createAuditOwners } from './audit/own-audit-alone.ts';
export { dropOldAudit, type AuditDrops } from './audit/drop-old-audit.ts';
export { verifyAudit, type VerifiedAudit } from './audit/verify-audit.ts';
export { createServiceSigner, type ServiceSigner } from './sealing/service-signature.ts';
export { createHeldUsage, usageId, usageOfId, type HeldUsage } from './stores/held-usage.ts';
export { createLoadCache } from './caches/load-cache.ts';
export { createLruMap } from './caches/recent-entries.ts';
export { sampleEntries } from './caches/sample-entries.ts';
export type { RecentEntries } from './caches/recent-entries.ts';
export { bodyKeyName, createSealer, SET_ASIDE_BODY } from './sealing/sealer.ts';
export { createCertificateSigner, problemOfCertificate, type CertificateSigner } from './sealing/certificate-signer.ts';
export { openSubjectMarks, type SubjectMark } from './sealing/subject-marks.ts';
export { countLost, eventKey, MAX_DESTROYED_LEAVES, withoutEvents } from './sealing/event-keys.ts';
export { createRevisedBodies } from './sealing/revised-bodies.ts';
export { sealIndexTerms } from './sealing/seal-index-terms.ts';
export { createTermRoom } from './sealing/term-sealer.ts';
export { envelopeBytes } from './sealing/envelope-bytes.ts';
export { CURRENT_SCHEMA_VERSION } from './sealing/upcast-body.ts';
export { composeSized } from './tokens/compose-sized.ts';
export { countForms } from './tokens/count-forms.ts';
export { nextToRecount, recountTokens } from './tokens/recount-tokens.ts';
export { createTokenCounter, COUNT_NOW_BYTES } from './tokens/token-counter.ts';
export { DEFAULT_FAMILY, familyRatio, TOKEN_FAMILIES } from './tokens/token-family.ts';
export { createArtifactCodec } from './artifacts/artifact-codec.ts';
export type { ArtifactCodec } from './artifacts/artifact-codec.ts';
export { createPositionSealer } from './sealing/position-sealer.ts';
export type { PositionPlace, PositionSealer } from './sealing/position-sealer.ts';
export { createSystemClock } from './system/system-clock.ts';
export { createSystemRandom } from './system/system-random.ts';
export { createSystemScheduler } from './system/system-scheduler.ts';
export { besideName, SHARED_NAME_CHARS } from './ids/beside-name.ts';
export { createUlidFactory, deriveUlid, ulidTime } from './ids/ulid.ts';
export { hashBytes, hashHex, hmacHex, originHash } from './ids/hashes.ts';
export { jsonOrUndefined } from './manifest/json-or-undefined.ts';
export { readCheckedJson, writeCheckedJson } from './manifest/checked-json.ts';
export { isPathBelow } from './manifest/is-path-below.ts';
export { screenText, mergeFindings } from './screening/screen-text.ts';
export { SCREENING_RULES } from './screening/screening-rules.ts';
export type { ScreenedText, ScreeningAction, ScreeningFinding } from './screening/screen-text.ts';
export { DEFAULT_RETRY, forEver, pauseMs, retry } from './retry/retry.ts';
export { runLoop } from './retry/run-loop.ts';
export type { RetryPolicy } from './retry/retry.ts';
export { aggregateHealth } from './lifecycle/component.ts';
export type { AggregateHealth, Component, Health } from './lifecycle/component.ts';
export { serverProbe } from './lifecycle/server-probe.ts';
export type { ProbeOptions } from './lifecycle/server-probe.ts';
export { startInOrder } from './lifecycle/start-in-order.ts';
export type { Running } from './lifecycle/start-in-order.ts';
export { createLifecycle } from './lifecycle/lifecycle.ts';
export type { Lifecycle } from './lifecycle/lifecycle.ts';
export type { LifecycleOptions, StopReport } from './lifecycle/stop-in-reverse.ts';
export { configOf, missingSettings, parseConfig } from './config/parse-config.ts';
export type {
  ApiConfig,
  ClusterConfig,
  Configs,
  ConsolidatorConfig,
  CoreConfig,
  EmbedderConfig,
  LlmConfig,
  GatewayConfig,
  IndexConfig,
  IngestConfig,
  MasterKeyConfig,
  ProcessConfig,
  Program,
  RetrieverConfig,
  StandaloneConfig,
  TopicsConfig,
} from './config/parse-config.ts';
export { parseSettings, secretsOpenToAll } from './config/parse-settings.ts';
export { describeUnknown, unknownVariables } from './config/unknown-variables.ts';
export { exposureOf, OPENED_AT_ONCE, readSecretBytes, SECRET_FILE_BYTES } from './config/secret-file.ts';
export type { Environment } from './config/parse-settings.ts';
export { renderConfigTables } from './config/render-config-table.ts';
export type { Settings } from './config/config-variables.ts';
export { leastMemoryMiB, MEMORY_PARTS, MIB, sumOf, withLedger } from './memory/divide-memory.ts';
export type { MemoryDivision } from './memory/divide-memory.ts';
export { createHeldMemory } from './memory/held-memory.ts';
export type { HeldMemory } from './memory/held-memory.ts';
export { machineMemory } from './memory/machine-memory.ts';
export { memoryMiB, memoryOf } from './memory/memory-of.ts';
export { describeSettings } from './config/describe-settings.ts';
export { CONFIG_VARIABLES } from './config/config-variables.ts';
export { MODEL_WINDOW } from './config/proxy-variables.ts';
export { variableOf } from './config/config-problem.ts';
export { readTlsFiles } from './tls/read-tls-files.ts';
export type { TlsFiles } from './tls/read-tls-files.ts';
export { guardedOverBudget } from './policy/guarded-over-budget.ts';
export type { GuardedUse } from './policy/guarded-over-budget.ts';
export { createPolicyResolver, isPolicyOf, policyLevels, reflectedLevel } from './policy/policy-resolver.ts';
export type { EffectivePolicy, PolicyResolver } from './policy/policy-resolver.ts';
export { createCallReader, READ_OF_ATOM } from './content/call-reader.ts';
export type { AnsweredCall, CallReader } from './content/call-reader.ts';
export { createContentReader } from './content/content-reader.ts';
export { decodeBytes } from './content/decode-bytes.ts';
export type { ContentReader } from './content/content-reader.ts';
export { entriesOf, cacheSessions } from './caches/cache-sessions.ts';
export { createMarkWatcher } from './marks/mark-watcher.ts';
export type { MarkWatcher } from './marks/mark-watcher.ts';
export { untilSearchable } from './marks/until-searchable.ts';
export { decodePageCursor, encodePageCursor } from './stores/page-cursor.ts';
export { pagesOf, walkList, walkSessions, walkSpaces } from './stores/walk-pages.ts';
export { createControlReads } from './stores/control-reads.ts';
export { apiKeysOf, stillRevoked } from './stores/kept-api-keys.ts';
export { isSameTenant, tenantDigest } from './stores/same-tenant.ts';
export type { Clock, Random, Scheduler } from '@total-recall/ports';
export { createExtensionChecker, extensionSchemaProblems } from './policy/extension-schemas.ts';
export { claimMaster } from './sealing/claim-master.ts';
export { boundName, KEY_BYTES, newKeyId, tagFirst, unwrapKey, wrapKey } from './sealing/wrapped-key.ts';
export { createEnvironmentMasterKeys, holdMasterKeys, masterKeyVersion, readMasterKeys } from './sealing/held-master-keys.ts';
export { createDerivedKeys } from './sealing/derived-keys.ts';
export type { DerivedKeys } from './sealing/derived-keys.ts';
export { isSealedState, sealSessionStates } from './sealing/seal-session-states.ts';
export { openTopic, sealTopic } from './sealing/seal-topics.ts';
export type { SealedAnatomy } from './sealing/seal-topics.ts';
export { rotateMasterKey } from './sealing/rotate-master-key.ts';
export { rememberEmbeddings, type RememberingEmbedder } from './embedder/remember-embeddings.ts';
export { loadEmbedderInBackground } from './embedder/embedder-provider.ts';
export type { EmbedderProvider, EmbedderProviderOptions } from './embedder/embedder-provider.ts';
export { readSigningKey, readVerifyingKeys } from './service-tokens/service-keys.ts';
export type { ServiceVerifyingKey } from './service-tokens/service-keys.ts';
export { requireGrant } from './service-tokens/service-claims.ts';
export type { ServiceClaims, ServiceScope } from './service-tokens/service-claims.ts';
export { createServiceTokenSigner, createServiceTokenVerifier } from './service-tokens/service-token.ts';
export type { ServiceTokenSigner } from './service-tokens/service-token.ts';
export { startWorker, workerFile } from './threads/start-worker.ts';
