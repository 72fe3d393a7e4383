/** Version of the fold: a state saved by another one is thrown away and folded again. */
export const FOLD_VERSION = 5;

/** Turns after which a call without a result is closed as `no result` (I-05). */
export const OPEN_CALL_TURNS = 8;

/** What a session remembers of keys and late calls; older ones are forgotten, oldest first. */
export const IDEMPOTENCY_KEYS_KEPT = 1_024;
export const LATE_CALLS_KEPT = 256;
/** Events whose use as evidence is counted. */
export const USED_EVIDENCE_KEPT = 128;

/** How many of the newest entries are searched for a record that was written twice. */
export const REPEAT_LOOKBACK = 512;

/** Stops since the last compaction that the breaker looks at. */
export const STOPS_KEPT = 8;
