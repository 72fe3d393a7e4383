export { TotalRecallError, toTotalRecallError } from './errors.ts';
export { LIMITS } from '@total-recall/contracts';
export { createTextAnalyser } from './analyser/create-text-analyser.ts';
export { createGroupCommit } from './log/group-commit.ts';
export type { GroupCommit, GroupCommitOptions, WaitingAppend } from './log/group-commit.ts';
export { followRecords } from './log/follow-records.ts';
export type { FollowedRecords, FollowRecordsOptions } from './log/follow-records.ts';
export { createRecentEntries } from './recent/recent-entries.ts';
export type { RecentEntries } from './recent/recent-entries.ts';
export { decrypt, encrypt, NONCE_BYTES } from './sealing/aead.ts';
export { createSealer } from './sealing/sealer.ts';
export { envelopeBytes } from './sealing/envelope-bytes.ts';
export { CURRENT_SCHEMA_VERSION } from './sealing/upcast-body.ts';
export { createTokenCounter, COUNT_NOW_BYTES } from './tokens/token-counter.ts';
export type { TokenCounterOptions } from './tokens/token-counter.ts';
export { DEFAULT_FAMILY, TOKEN_FAMILIES } from './tokens/token-family.ts';
export type { TokenFamily } from './tokens/token-family.ts';
export { createArtifactCodec } from './artifacts/artifact-codec.ts';
export type { ArtifactCodec, ReadArtifact, WrittenArtifact } from './artifacts/artifact-codec.ts';
export type { ArtifactHeader } from './artifacts/artifact-header.ts';
export { createSystemClock } from './system/system-clock.ts';
export { createSystemRandom } from './system/system-random.ts';
export { createSystemScheduler } from './system/system-scheduler.ts';
export { createUlidFactory, deriveUlid, isUlid, ulidTime } from './ids/ulid.ts';
export { artifactIdOf, hashBytes, hashHex, hmacHex, originHash } from './ids/hashes.ts';
export { screenText, mergeFindings } from './screening/screen-text.ts';
export type { ScreenedText, ScreeningAction, ScreeningFinding } from './screening/screen-text.ts';
export { SCREENING_RULES } from './screening/screening-rules.ts';
export type { ScreeningRule } from './screening/screening-rules.ts';
export { backoffMs, DEFAULT_RETRY, retry } from './retry/retry.ts';
export type { RetryPolicy } from './retry/retry.ts';
export { aggregateHealth } from './lifecycle/component.ts';
export type { AggregateHealth, Component, Health } from './lifecycle/component.ts';
export { startInOrder } from './lifecycle/start-in-order.ts';
export type { LifecycleOptions, Running, StopReport } from './lifecycle/start-in-order.ts';
export { parseConfig, renderConfigTable, unknownVariables } from './config/parse-config.ts';
export type { AppConfig, Environment } from './config/parse-config.ts';
export { CONFIG_VARIABLES } from './config/config-variables.ts';
export type { ConfigProblem } from './config/config-problem.ts';
export { readTlsFiles } from './tls/read-tls-files.ts';
export type { TlsFiles, TlsMaterial } from './tls/read-tls-files.ts';
export { createPolicyResolver, policyLevels } from './policy/policy-resolver.ts';
export type { EffectivePolicy, PolicyResolver } from './policy/policy-resolver.ts';
export { contentArtifact, createContentReader } from './content/content-reader.ts';
export type { ContentReader } from './content/content-reader.ts';
export { rememberSessions } from './sessions/remember-sessions.ts';
export { createMarkWatcher } from './marks/mark-watcher.ts';
export type { MarkWatcher } from './marks/mark-watcher.ts';
export { decodePageCursor, encodePageCursor } from './paging/page-cursor.ts';
export type { PagePlace } from './paging/page-cursor.ts';
export type { Clock, Random, Scheduler } from '@total-recall/ports';
export { createExtensionChecker, extensionSchemaProblems } from './policy/extension-schemas.ts';
export { rememberEmbeddings } from './embedder/remember-embeddings.ts';
export { provideEmbedder } from './embedder/embedder-provider.ts';
export type { EmbedderProvider, EmbedderProviderOptions } from './embedder/embedder-provider.ts';
export { readSigningKey, readVerifyingKeys } from './service-tokens/service-keys.ts';
export type { ServiceSigningKey, ServiceVerifyingKey } from './service-tokens/service-keys.ts';
export { createServiceTokenSigner, createServiceTokenVerifier, requireGrant } from './service-tokens/service-token.ts';
export type {
  ServiceClaims,
  ServiceGrant,
  ServiceScope,
  ServiceTokenSigner,
  ServiceTokenVerifier,
} from './service-tokens/service-token.ts';
