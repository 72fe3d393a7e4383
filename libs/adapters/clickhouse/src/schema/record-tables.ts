const TIME = "DateTime64(3, 'UTC')";
/** Returns the engine of a table that keeps the first row of each key. Repeated inserts are recognized by their token. */
const engine = (key: string): string =>
  `ENGINE = ReplacingMergeTree(precedence) PARTITION BY toYYYYMM(at) ORDER BY (tenant, space, ${key})
   SETTINGS non_replicated_deduplication_window = 1000`;

/** Tables of records. The tenant comes first in every key, so that a query never reads rows of another tenant. */
export const RECORD_TABLES: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS anatomy (
     tenant LowCardinality(String), space String, session String, turn_id String, at ${TIME},
     turn UInt64, compaction_cycle UInt64, window_tokens UInt64, context_util_pct Float64,
     system_prompt_bytes UInt64, system_prompt_tokens UInt64, workspace_file_bytes UInt64, workspace_file_tokens UInt64,
     skill_bytes UInt64, skill_tokens UInt64, tool_schema_bytes UInt64, tool_schema_tokens UInt64,
     task_state_bytes UInt64, task_state_tokens UInt64, marker_count UInt64, marker_tokens UInt64,
     history_event_count UInt64, history_tokens UInt64, tool_result_tokens UInt64,
     pack_bytes Nullable(UInt64), pack_tokens Nullable(UInt64), user_message_bytes UInt64, user_message_tokens UInt64,
     total_tokens UInt64, session_tokens UInt64, stable_prefix_share Nullable(Float64), topic_label Nullable(String), topic_transition Bool,
     precedence UInt64) ${engine('session, turn_id')}`,
  `CREATE TABLE IF NOT EXISTS retrieval (
     tenant LowCardinality(String), space String, session String, retrieval_id String, at ${TIME},
     query_count UInt64, query_terms UInt64, hit_event_ids Array(String), packed_event_ids Array(String), top_score Float64,
     tokens UInt64, budget_tokens UInt64, completeness Nullable(Float64), confidence Nullable(Float64), outcome Nullable(String),
     attempts Nullable(UInt64), pushed Bool, took_ms Float64,
     precedence UInt64) ${engine('session, retrieval_id')}`,
  `CREATE TABLE IF NOT EXISTS turn (
     tenant LowCardinality(String), space String, session String, turn UInt64, at ${TIME}, by_model Bool,
     precedence UInt64) ${engine('session, turn')}`,
  `CREATE TABLE IF NOT EXISTS received (
     tenant LowCardinality(String), space String, session String, retrieval_id String, event_id String, ordinal UInt64, turn UInt64, at ${TIME},
     evidence UInt64, precedence UInt64) ${engine('session, retrieval_id')}`,
  `CREATE TABLE IF NOT EXISTS evidence_use (
     tenant LowCardinality(String), space String, session String, retrieval_id String, event_id String, kind LowCardinality(String),
     by_event_id String, at ${TIME}, after_events UInt64, after_turns UInt64, precedence UInt64,
     INDEX by_event event_id TYPE bloom_filter GRANULARITY 4) ${engine('retrieval_id, event_id')}`,
  `CREATE TABLE IF NOT EXISTS follower (name String, at_offset SimpleAggregateFunction(max, Int64))
   ENGINE = AggregatingMergeTree ORDER BY name SETTINGS non_replicated_deduplication_window = 1000`,
];

/** Tables whose old rows are deleted. */
export const KEPT_TABLES = [
  'anatomy',
  'retrieval',
  'turn',
  'received',
  'evidence_use',
  'windows_by_hour',
  'recalls_by_hour',
  'demand_by_hour',
] as const;
