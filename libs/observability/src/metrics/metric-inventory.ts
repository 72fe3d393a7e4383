import { CONSOLIDATION_METRICS } from './consolidation-metrics.ts';
import { alarming, counter, gauge, histogram, type MetricDefinition } from './metric-definition.ts';

const FAST_SECONDS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;
const AGES = [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 60, 300, 1_800, 7_200] as const;
const COUNTS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000] as const;
const TOKENS = [100, 250, 500, 1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 64_000, 128_000, 256_000, 1_000_000] as const;
const SHARES = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.99, 1] as const;

/** Invariants that are checked while the service runs. */
const INVARIANTS = ['I-02', 'I-03', 'I-04', 'I-05', 'I-06', 'I-09', 'I-11', 'I-14', 'I-16', 'I-17', 'I-18'] as const;

/** Every metric of the project by its name in code. Dashboards and alerts may use no other metrics. */
export const METRIC_INVENTORY = {
  ingestRoles: gauge(
    'total_recall_ingest_roles_count',
    'Of the roles of ingest that a cluster needs, which this process has (1) and which it leaves to others (0).',
    ['role'],
  ),
  ingestAppends: counter(
    'total_recall_ingest_appends_total',
    'Append requests that were answered, by whether they had anything new: accepted or duplicate.',
    ['result'],
  ),
  ingestEvents: counter('total_recall_ingest_events_total', 'Events written to the log, by kind.', ['kind']),
  ingestEventBytes: counter('total_recall_ingest_event_bytes_total', 'Bytes of text and attachments of events written, before sealing.'),
  ingestAppendSeconds: histogram('total_recall_ingest_append_seconds', 'From an append request to its durable answer.', FAST_SECONDS),
  ingestBatchEvents: histogram('total_recall_ingest_batch_events', 'Events in one append request.', COUNTS),
  ingestDuplicates: counter('total_recall_ingest_duplicates_total', 'Events recognised as repeats and not written again.'),
  ingestReconciled: counter('total_recall_ingest_reconciled_total', 'Requests by the decision of the hot-path reconciler, ADD or NONE.', [
    'outcome',
  ]),
  ingestRedactions: counter('total_recall_ingest_redactions_total', 'Secrets and personal data found, by rule and what was done.', [
    'rule',
    'action',
  ]),

  logCommitSeconds: histogram(
    'total_recall_log_commit_seconds',
    'From handing records to the log until they are durable, sharing a commit included.',
    FAST_SECONDS,
  ),
  logCommitRecords: histogram('total_recall_log_commit_records', 'Records handed to the log at once.', COUNTS),
  logEndOffset: gauge(
    'total_recall_log_end_offset',
    'Offset of the last durable record; less the folded mark, it is how many records are not folded yet.',
    ['partition'],
  ),
  logResends: counter('total_recall_log_resends_total', 'Batches sent to the log once more, as it was not certain that it had them.'),
  logReadFailures: counter(
    'total_recall_log_read_failures_total',
    'Reads of what is appended to the log that failed and were tried again.',
  ),
  logForeignRecords: counter(
    'total_recall_log_foreign_records_total',
    'Records in the place of the log that are none of ours and were passed over.',
  ),
  logDamaged: gauge(
    'total_recall_log_damaged_records',
    'Records of a partition that are in the log and cannot be read; found by whoever reads them, at the latest within a day.',
    ['partition'],
  ),
  logOwnedPartitions: gauge(
    'total_recall_log_owned_partitions_count',
    'Partitions that this process has taken and works on, where several share them, by role.',
    ['role'],
  ),
  logPartitions: gauge('total_recall_log_partitions_count', 'Partitions that the processes with a role share, as configured, by role.', [
    'role',
  ]),
  logParked: alarming(
    'total_recall_log_parked_records_total',
    'Writes into read models that were given up and set aside with their reason, by role.',
    'role',
    ['index', 'project'],
  ),

  logQueuedRecords: gauge('total_recall_log_queued_records', 'Records that wait for the batch before them to be durable.', ['partition']),
  logQueuedBytes: gauge('total_recall_log_queued_bytes', 'Bytes of these records.', ['partition']),
  logFollowerLag: gauge(
    'total_recall_log_follower_lag_records',
    'Records that are in the log and were not worked off by the slowest that follows it in this process.',
    ['partition'],
  ),
  logRecordAge: histogram(
    'total_recall_log_record_age_seconds',
    'Age of the oldest record of a batch when whoever follows the log is given it.',
    AGES,
  ),

  projectorLagSeconds: gauge('total_recall_projector_lag_seconds', 'Age of the oldest record that is not folded yet; 0 when caught up.', [
    'partition',
  ]),
  projectorMarkOffset: gauge('total_recall_projector_mark_offset', 'How far a partition has come, by mark: folded, searchable, embedded.', [
    'partition',
    'mark',
  ]),
  projectorFoldSeconds: histogram('total_recall_projector_fold_seconds', 'One batch: fold, index, state, marks.', FAST_SECONDS),
  projectorFoldedEvents: counter('total_recall_projector_folded_events_total', 'Records folded; the result is always accepted.', [
    'result',
  ]),
  projectorAside: gauge(
    'total_recall_projector_aside_records',
    'Records of a partition that could not be worked off and are set aside until the read model is filled anew; at most 1,000 are kept.',
    ['partition'],
  ),
  compactionDecisions: counter(
    'total_recall_compaction_decisions_total',
    'Compaction decisions, by result (compacted or stopped), reason and trigger.',
    ['result', 'reason', 'trigger'],
  ),
  compactionDecisionSeconds: histogram(
    'total_recall_compaction_decision_seconds',
    'Deciding one compaction, without writing it.',
    FAST_SECONDS,
  ),
  compactionFreedTokens: counter('total_recall_compaction_freed_tokens_total', 'Tokens that compactions freed.'),
  compactionEvictedEvents: counter('total_recall_compaction_evicted_events_total', 'Events evicted from windows.'),
  compactionMarkers: counter('total_recall_compaction_markers_total', 'Markers made, new or merged.', ['origin']),
  compactionSelfChecks: counter(
    'total_recall_compaction_self_checks_total',
    'Probes drawn from evicted spans, by result: found or missed.',
    ['result'],
  ),

  embedQueue: gauge('total_recall_embed_queue_count', 'Texts that the model in this process has accepted and not answered.'),
  embedTexts: counter(
    'total_recall_embed_texts_total',
    'Texts to embed, by result: whole, truncated, refused as the queue was full, or repeated, which needed no model.',
    ['result'],
  ),
  embedDocuments: counter(
    'total_recall_embed_documents_total',
    'Documents that got vectors, or were skipped because no vector can be made of them.',
    ['result'],
  ),
  embedBatchSeconds: histogram(
    'total_recall_embed_batch_seconds',
    'One batch of the embed role: reading, embedding, writing.',
    FAST_SECONDS,
  ),
  embedRecords: counter(
    'total_recall_embed_records_total',
    'Records that the embed role went through, by lane: oldest, or fresh, which is taken out of turn while older ones wait.',
    ['lane'],
  ),
  embedLagSeconds: gauge('total_recall_embed_lag_seconds', 'Age of the oldest record without vectors, at its batch; 0 when caught up.', [
    'partition',
  ]),
  embedFailures: counter(
    'total_recall_embed_failures_total',
    'Batches of the embed role that failed and are tried again, by reason: busy where the embedder is full, else the code of the error.',
    ['reason'],
  ),
  embedBehind: gauge('total_recall_embed_backlog_records', 'Records that are searchable by text and have no vectors yet.', ['partition']),
  embedOvertaken: counter(
    'total_recall_embed_overtaken_compactions_total',
    'Compactions decided before all they could evict had vectors, by reason: no_model, or behind, where the wait was over or the window full.',
    ['reason'],
  ),

  windowAssembleSeconds: histogram('total_recall_window_assemble_seconds', 'Assembling one window, waiting included.', FAST_SECONDS),
  windowPartTokens: histogram(
    'total_recall_window_part_tokens',
    'Tokens of assembled windows, by part: sys, task, knowledge, markers, history, tail, pack, user, total.',
    TOKENS,
    ['part'],
  ),
  windowUtilisation: histogram('total_recall_window_utilisation_ratio', 'Tokens used of the window without its headroom.', SHARES),
  windowOverBudget: counter('total_recall_window_over_budget_total', 'Windows refused because a part does not fit, by part.', ['part']),
  windowFromLog: counter('total_recall_window_from_log_total', 'Windows and reads folded from the log, as nobody folds them here.'),
  windowStablePrefix: histogram(
    'total_recall_window_stable_prefix_ratio',
    'Share of the previous window that stayed the same bytes from the beginning.',
    SHARES,
  ),

  recallSeconds: histogram('total_recall_recall_answer_seconds', 'One recall, from request to answer.', FAST_SECONDS),
  recallCandidates: histogram('total_recall_recall_candidates_count', 'Candidates that one recall scored.', COUNTS),
  recallHits: histogram('total_recall_recall_hits_count', 'Hits in one answer.', COUNTS),
  recallTokens: histogram('total_recall_recall_answer_tokens', 'Tokens of one answer.', TOKENS),
  recallCompleteness: {
    ...gauge('total_recall_recall_completeness_ratio', 'Share of key events within two hops of the last answer.'),
    startsUnset: true,
  },
  workWaitSeconds: histogram(
    'total_recall_work_wait_seconds',
    'How long recalls, windows, opens, recalls for drafts and reads of what is known waited for their turn behind others.',
    FAST_SECONDS,
    ['kind'],
  ),
  workRefused: counter(
    'total_recall_work_refused_total',
    'Those that were refused: too much of the tenant or in all waits, or the turn would not come before the deadline.',
    ['kind', 'reason'],
  ),
  workWaiting: gauge('total_recall_work_waiting_requests', 'Requests that wait for their turn.'),
  workUnderWay: gauge('total_recall_work_under_way_requests', 'Requests that are being worked on, of as many slots as are set.'),
  recallVectors: counter(
    'total_recall_recall_vector_queries_total',
    'Queries by whether vectors took part: used, none in the space, absent model, slow, failed, or resting after that.',
    ['outcome'],
  ),
  recallConfidence: histogram(
    'total_recall_recall_confidence_ratio',
    'Chance, by its own account, that right evidence is among the first five hits of an answer.',
    SHARES,
  ),
  recallOutcomes: counter(
    'total_recall_recall_outcomes_total',
    'Answers by what they say of themselves: answered, unsure, nothing_found.',
    ['outcome'],
  ),
  recallEscalations: counter(
    'total_recall_recall_escalations_total',
    'Further queries tried for weak answers, by rule, and whether the answer was better for them: used or dropped.',
    ['reason', 'result'],
  ),
  recallPrefetchRequests: counter(
    'total_recall_recall_prefetch_requests_total',
    'Drafts of users sent ahead, by what was done: started, held, busy, too_short or off.',
    ['result'],
  ),
  recallPrefetches: counter(
    'total_recall_recall_prefetches_total',
    'Recalls started for drafts, by what became of them: used by a window, or wasted: replaced, expired, appended, shown, no_room, pushed_out, failed.',
    ['end'],
  ),
  recallEmpty: counter('total_recall_recall_empty_total', 'Recalls that found nothing.'),

  ...CONSOLIDATION_METRICS,

  demandTurns: counter('total_recall_recall_session_turns_total', 'Turns taken in sessions, by who spoke: user or model.', ['by']),
  demandRecallTurns: counter(
    'total_recall_recall_pulled_turns_total',
    'Turns with the result of a recall; over all turns it is the pull frequency, which should stay under 0.3.',
  ),
  demandEvidence: counter('total_recall_recall_evidence_total', 'Pieces of evidence that recalls brought into sessions.'),
  demandSkipped: counter(
    'total_recall_recall_uncounted_records_total',
    'Records that could not be counted for the demand of recall and were passed over.',
  ),
  demandUses: counter(
    'total_recall_recall_evidence_used_total',
    'Pieces of evidence that an agent used afterwards, by how: cited, exact or near.',
    ['kind'],
  ),

  gatewayRequests: counter('total_recall_gateway_requests_total', 'Requests answered, by route template, method and status.', [
    'route',
    'method',
    'status',
  ]),
  gatewaySeconds: histogram(
    'total_recall_gateway_request_seconds',
    'From request to the end of the answer, by route template.',
    FAST_SECONDS,
    ['route'],
  ),
  gatewayInFlight: gauge('total_recall_gateway_in_flight_requests', 'Requests being answered.'),
  gatewayRefused: counter('total_recall_gateway_refused_total', 'Requests refused, by error code.', ['code']),
  gatewayRateLimited: counter('total_recall_gateway_rate_limited_total', 'Requests refused by a rate limit or a quota.', ['limit']),
  gatewayBodyBytes: histogram(
    'total_recall_gateway_body_bytes',
    'Bytes of request bodies.',
    [256, 1_024, 4_096, 16_384, 65_536, 262_144, 1_048_576, 4_194_304, 16_777_216, 33_554_432],
  ),

  proxyCalls: counter(
    'total_recall_proxy_calls_total',
    'Calls that went through the proxy, by route and by what became of their history, of an answer that broke off, or of a request that was too large.',
    ['route', 'outcome'],
  ),
  proxyFallbacks: counter(
    'total_recall_proxy_fallbacks_total',
    'Times that the proxy did without a part of itself, by part; no call was refused for it.',
    ['part'],
  ),
  proxyRecords: counter('total_recall_proxy_records_total', 'Requests whose new messages were handed to the log, by how it ended.', [
    'result',
  ]),
  proxyRecalls: counter('total_recall_proxy_recalls_total', 'Calls of recall and open that the proxy answered within an answer, by how.', [
    'tool',
    'result',
  ]),
  proxyVendorTokens: counter(
    'total_recall_proxy_vendor_tokens_total',
    'Tokens that vendors reported: input that was read anew, input from their prompt cache, and output.',
    ['kind'],
  ),
  proxyPrepareSeconds: histogram(
    'total_recall_proxy_prepare_seconds',
    'From a read request to the one that is sent in its place.',
    FAST_SECONDS,
  ),
  proxyWindowTokens: histogram('total_recall_proxy_window_tokens', 'Tokens of the messages that were sent to a vendor.', TOKENS),
  proxyTokenRatio: histogram(
    'total_recall_proxy_token_ratio',
    'Input tokens that a vendor reported over our count of the same request, by how ours are counted.',
    [0.5, 0.7, 0.8, 0.85, 0.9, 0.95, 1, 1.05, 1.1, 1.2, 1.35, 1.5, 2],
    ['family'],
  ),

  auditEndsSigned: counter(
    'total_recall_audit_ends_signed_total',
    'Ends of chains of the audit signed by the process of a cluster that owns it.',
  ),
  auditBreaks: counter(
    'total_recall_audit_breaks_total',
    'Chains of the audit found to be changed, cut or added to; each is named in the log.',
  ),

  artifactsWritten: counter('total_recall_artifacts_written_total', 'Artifacts handed in, by whether they were new or known.', ['result']),
  artifactsStoredBytes: counter('total_recall_artifacts_stored_bytes_total', 'Stored bytes of new artifacts, compressed and sealed.'),
  artifactsReads: counter('total_recall_artifacts_reads_total', 'Reads of stored artifacts; a read of one range counts each piece.'),
  artifactsMissing: alarming(
    'total_recall_artifacts_missing_total',
    'Artifacts that could not be read and whose preview stood in, by reason: absent or damaged.',
    'reason',
    ['absent', 'damaged'],
  ),
  archiveChapters: counter(
    'total_recall_archive_chapters_total',
    'Chapters of the log written to the archive, by the bound that ended them.',
    ['cut'],
  ),
  archiveRecords: counter('total_recall_archive_records_total', 'Records of the log written to the archive.'),
  archiveStoredBytes: counter('total_recall_archive_stored_bytes_total', 'Bytes written to the archive.'),
  archiveOffset: gauge('total_recall_archive_offset', 'Offset of the last record in the archive; what is above it is in the log alone.', [
    'partition',
  ]),
  artifactsArchived: counter('total_recall_artifacts_archived_total', 'Artifacts moved to the cold tier.'),

  indexRequestSeconds: histogram(
    'total_recall_index_request_seconds',
    'One request to the server of the read model, read or write, its repeats counted apart.',
    FAST_SECONDS,
    ['kind'],
  ),
  indexFailures: counter(
    'total_recall_index_failed_requests_total',
    'Requests to the server of the read model that failed, by reason: busy, slow, unreachable, refused, or resting where none was sent.',
    ['reason'],
  ),
  indexRetries: counter('total_recall_index_retried_requests_total', 'Requests sent to the server of the read model once more.'),
  indexBulkRetries: counter(
    'total_recall_index_bulk_retried_records_total',
    'Documents sent once more, as the server had no room for them.',
  ),
  indexBulkRepeats: counter(
    'total_recall_index_bulk_repeated_records_total',
    'Documents that were there already in this version or a newer one, which is no error.',
  ),
  indexCircuitOpen: gauge(
    'total_recall_index_circuit_open_count',
    'Connections of this process that leave the server of the read model alone for a moment, as it failed several times in a row.',
  ),

  analyticsQueued: gauge('total_recall_analytics_queued_records', 'Records on their way to the analytics, by table.', ['table']),
  analyticsQueueAge: gauge('total_recall_analytics_queue_age_seconds', 'How long the oldest of them has waited; 0 where none does.', [
    'table',
  ]),
  analyticsWritten: counter('total_recall_analytics_written_records_total', 'Records written to the analytics, by table.', ['table']),
  analyticsWriteSeconds: histogram(
    'total_recall_analytics_write_seconds',
    'One insert into the analytics, whatever came of it.',
    FAST_SECONDS,
    ['table'],
  ),
  analyticsWriteFailures: counter(
    'total_recall_analytics_write_failures_total',
    'Inserts into the analytics that failed and are sent again, by table.',
    ['table'],
  ),
  analyticsDropped: counter(
    'total_recall_analytics_dropped_records_total',
    'Records that are in no analytics, by table and reason: full queue, poison that no table takes, the end of the process while the server was away, or erased before they were written.',
    ['table', 'reason'],
  ),

  tokensCounted: counter('total_recall_tokens_counted_total', 'Tokens counted, by tokenizer family.', ['family']),
  tokensCountSeconds: histogram('total_recall_tokens_count_seconds', 'One batch of texts, waiting for the thread included.', FAST_SECONDS),

  tracesSpans: counter(
    'total_recall_traces_spans_total',
    'Spans of traces by what became of them: exported, failed where the collector did not take them, or dropped as too many were waiting.',
    ['result'],
  ),

  memoryAnonymous: {
    ...gauge(
      'total_recall_memory_anonymous_bytes',
      'Memory of the process that no file stands behind; all of it where the system does not say.',
    ),
    startsUnset: true,
  },
  memoryLimit: gauge(
    'total_recall_memory_limit_bytes',
    'What each part of the process may take of its memory; together they are the setting.',
    ['part'],
  ),
  memoryHeld: gauge(
    'total_recall_memory_held_bytes',
    'What parts take that count it: bodies of requests under way, answers that the proxy holds, and caches.',
    ['part'],
  ),
  limitsHit: alarming('total_recall_limits_hit_total', 'Bounds that were hit, by the name of the limit.', 'limit', [
    'memory',
    'answers',
    'audit_queue',
    'space_units',
    'proxy_answers',
    'proxy_requests',
  ]),
  invariantViolations: alarming(
    'total_recall_invariant_violations_total',
    'Invariants found broken, by id. Anything above zero is a bug.',
    'id',
    INVARIANTS,
  ),
  unreadyParts: gauge('total_recall_process_unready_parts_count', 'Parts that keep the process from being ready now (1), or did (0).', [
    'part',
  ]),
  degradedParts: gauge(
    'total_recall_process_degraded_parts_count',
    'Parts that work except for something that is damaged or missing now (1), or did (0).',
    ['part'],
  ),
  certificateExpiry: gauge(
    'total_recall_process_certificate_expiry_seconds',
    'When the certificate that the process has read at its start expires, in seconds since 1970, by use: public, services, kafka, opensearch, clickhouse.',
    ['use'],
  ),
  buildInfo: gauge('total_recall_process_build_info', 'Always 1; says what runs.', ['version', 'mode']),
} as const satisfies Readonly<Record<string, MetricDefinition>>;

export type MetricInventory = typeof METRIC_INVENTORY;
export type MetricKey = keyof MetricInventory;
