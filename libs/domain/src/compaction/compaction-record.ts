import type { Marker, MarkerRecord } from './marker.ts';

export type CompactionTrigger = 'threshold' | 'demand' | 'clear_tool_uses' | 'compact_threshold' | 'overflow';

/** Why a compaction freed nothing. */
export type StopReason =
  'below_trigger' | 'nothing_evictable' | 'not_searchable' | 'tail_exceeds_budget' | 'guarded_exceeds_budget' | 'breaker_open';

/** One entry that stays in the window in a smaller form. */
export interface Shrink {
  readonly id: string;
  readonly to: 'stripped' | 'preview';
}

/** The whole outcome of one compaction, so that a replay decides nothing. Source: 000 §5, architecture §3. */
export interface ContextCompacted {
  readonly type: 'ContextCompacted';
  /** The cycle this compaction opens: the session's cycle plus one. */
  readonly cycle: number;
  readonly trigger: CompactionTrigger;
  /** Evicted events in order of their place in the session. */
  readonly evicted: readonly string[];
  readonly shrunk: readonly Shrink[];
  /** Markers made by this compaction with their manifests: the new one first, then a merged parent if the cap was hit. */
  readonly made: readonly MarkerRecord[];
  /** All markers standing afterwards, in order. */
  readonly markers: readonly Marker[];
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly targetTokens: number;
  readonly policyVersion: string;
}

/** Logged once per cycle and reason. */
export interface CompactionStopped {
  readonly type: 'CompactionStopped';
  readonly cycle: number;
  readonly trigger: CompactionTrigger;
  readonly reason: Exclude<StopReason, 'below_trigger' | 'breaker_open'>;
  /** What was evictable, the budget and the policy then; the breaker tries again when it changed. */
  readonly signature: string;
  readonly tokensBefore: number;
  readonly policyVersion: string;
}

export type CompactionRecord = ContextCompacted | CompactionStopped;
