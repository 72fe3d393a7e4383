/** Version of the fold. A state saved by another version is discarded and folded again. */
export const FOLD_VERSION = 7;

/** Number of turns after which a call without a result is closed as `no result` (I-05). */
export const OPEN_CALL_TURNS = 8;

/** Number of idempotency keys and late calls that a session remembers; the oldest are forgotten first. */
export const IDEMPOTENCY_KEYS_KEPT = 1_024;
export const LATE_CALLS_KEPT = 256;
/** Number of events whose use as evidence is counted. */
export const USED_EVIDENCE_KEPT = 128;

/** Number of newest entries searched for a record that was written twice. */
export const REPEAT_LOOKBACK = 512;

/** Number of stops since the last compaction that the breaker considers. */
export const STOPS_KEPT = 8;
