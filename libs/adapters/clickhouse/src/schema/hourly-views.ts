const KEY = "tenant LowCardinality(String), space String, at DateTime('UTC')";
const ENGINE =
  'ENGINE = AggregatingMergeTree PARTITION BY toYYYYMM(at) ORDER BY (tenant, space, at) SETTINGS non_replicated_deduplication_window = 1000';
const SUM = 'SimpleAggregateFunction(sum, UInt64)';
const sums = (names: readonly string[]): string => names.map((name) => `${name} ${SUM}`).join(', ');

const PARTS = [
  'system_prompt_tokens',
  'workspace_file_tokens',
  'skill_tokens',
  'tool_schema_tokens',
  'task_state_tokens',
  'marker_tokens',
  'history_tokens',
  'tool_result_tokens',
  'user_message_tokens',
  'total_tokens',
  'session_tokens',
  'marker_count',
];
const KNOWLEDGE = 'knowledge_tokens';
const WINDOW_SUMS = ['windows', 'pack_tokens', 'compacted_windows', 'topic_transitions', ...PARTS];
const RECALL_SUMS = ['recalls', 'pushed', 'answered', 'unsure', 'nothing_found', 'escalated', 'tokens', 'judged'];
const DEMAND_SUMS = ['turns', 'model_turns', 'received', 'evidence', 'cited', 'exact', 'near'];

/** Builds a view that adds the rows of one table to the sums of demand. */
const demandView = (table: string, sumsOfIt: string): string =>
  `CREATE MATERIALIZED VIEW IF NOT EXISTS ${table}_into_demand_by_hour TO demand_by_hour AS
   SELECT r.tenant AS tenant, r.space AS space, toStartOfHour(toDateTime(r.at)) AS at, ${sumsOfIt} FROM ${table} AS r GROUP BY tenant, space, at`;

/** Builds the query that sums the windows of each hour. */
const windowSums = (parts: readonly string[]): string =>
  `SELECT r.tenant AS tenant, r.space AS space, toStartOfHour(toDateTime(r.at)) AS at, count() AS windows, sum(ifNull(r.pack_tokens, 0)) AS pack_tokens,
     countIf(r.compaction_cycle > 0) AS compacted_windows, countIf(r.topic_transition) AS topic_transitions,
     ${parts.map((name) => `sum(${name === KNOWLEDGE ? `ifNull(r.${name}, 0)` : `r.${name}`}) AS ${name}`).join(', ')}, sum(r.context_util_pct) AS context_util_pct,
     uniqStateIf(r.session, r.compaction_cycle, r.compaction_cycle > 0) AS compactions
   FROM anatomy AS r GROUP BY tenant, space, at`;

/**
 * Sums per hour and space for dashboards, updated as rows come in. Read them with `sum`, `uniqMerge` and
 * `quantilesTDigestMerge`. A record that is delivered again after a crash, in a batch with other bounds, counts twice
 * here but once in the record tables.
 */
export const HOURLY_VIEWS: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS windows_by_hour (${KEY}, ${sums(WINDOW_SUMS)},
     context_util_pct SimpleAggregateFunction(sum, Float64), compactions AggregateFunction(uniq, String, UInt64)) ${ENGINE}`,
  `CREATE MATERIALIZED VIEW IF NOT EXISTS anatomy_into_windows_by_hour TO windows_by_hour AS
   ${windowSums(PARTS)}`,
  `CREATE TABLE IF NOT EXISTS recalls_by_hour (${KEY}, ${sums(RECALL_SUMS)},
     confidence SimpleAggregateFunction(sum, Float64), took_ms AggregateFunction(quantilesTDigest(0.5, 0.95, 0.99), Float64)) ${ENGINE}`,
  `CREATE MATERIALIZED VIEW IF NOT EXISTS retrieval_into_recalls_by_hour TO recalls_by_hour AS
   SELECT r.tenant AS tenant, r.space AS space, toStartOfHour(toDateTime(r.at)) AS at, countIf(NOT r.pushed) AS recalls, countIf(r.pushed) AS pushed,
     ${['answered', 'unsure', 'nothing_found'].map((outcome) => `countIf(NOT r.pushed AND ifNull(r.outcome, '') = '${outcome}') AS ${outcome}`).join(', ')},
     countIf(NOT r.pushed AND ifNull(r.attempts, 0) > 0) AS escalated, sumIf(r.tokens, NOT r.pushed) AS tokens,
     countIf(NOT r.pushed AND r.confidence IS NOT NULL) AS judged, sumIf(ifNull(r.confidence, 0), NOT r.pushed) AS confidence,
     quantilesTDigestState(0.5, 0.95, 0.99)(r.took_ms) AS took_ms
   FROM retrieval AS r GROUP BY tenant, space, at`,
  `CREATE TABLE IF NOT EXISTS demand_by_hour (${KEY}, ${sums(DEMAND_SUMS)}) ${ENGINE}`,
  demandView('turn', 'count() AS turns, countIf(r.by_model) AS model_turns'),
  demandView('received', 'count() AS received, sum(r.evidence) AS evidence'),
  demandView('evidence_use', "countIf(r.kind = 'cited') AS cited, countIf(r.kind = 'exact') AS exact, countIf(r.kind = 'near') AS near"),
];

/** Adds the known facts to the sums of windows. The view is changed in place, so that no row passes it by meanwhile. */
export const KNOWLEDGE_BY_HOUR: readonly string[] = [
  `ALTER TABLE windows_by_hour ADD COLUMN IF NOT EXISTS ${KNOWLEDGE} ${SUM}`,
  `ALTER TABLE anatomy_into_windows_by_hour MODIFY QUERY ${windowSums([...PARTS, KNOWLEDGE])}`,
];
