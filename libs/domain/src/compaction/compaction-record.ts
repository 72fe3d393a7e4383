import type { FormTokens } from '../event/form-tokens.ts';
import type { Marker, MarkerRecord } from './marker.ts';
import type { DerivedTaskState } from '../task-state/derived/derived-task-state.ts';
import type { Cut } from './cut.ts';

export type CompactionTrigger = 'threshold' | 'demand' | 'clear_tool_uses' | 'compact_threshold' | 'overflow';

/** Why a compaction freed nothing. */
export type StopReason =
  'below_trigger' | 'nothing_evictable' | 'not_searchable' | 'tail_exceeds_budget' | 'guarded_exceeds_budget' | 'breaker_open';

/** One entry that stays in the window in another form: mostly a smaller one, a larger one where there is room again. */
export interface Shrink {
  readonly id: string;
  readonly to: 'whole' | 'stripped' | 'preview';
  /** What a preview shows; the standard preview of the event where absent. */
  readonly cut?: Cut;
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
  /** Markers made by this compaction with their manifests: the new ones in order, then merged parents if the cap was hit. */
  readonly made: readonly MarkerRecord[];
  /** All markers standing afterwards, in order. */
  readonly markers: readonly Marker[];
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly targetTokens: number;
  readonly policyVersion: string;
  /** Where the caller keeps no task state: the one that stands in its place from here on. None stands where it is absent. */
  readonly taskState?: DerivedTaskState;
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

/** One entry as another family counts it. */
export interface RecountedEntry {
  readonly id: string;
  readonly tokens: FormTokens;
  /** Of the preview that a compaction sized, where the entry has one. */
  readonly cutTokens?: number;
}

/** Tokens of what stands in the window, counted anew as the policy names another model family. A long session has several. */
export interface TokensRecounted {
  readonly type: 'TokensRecounted';
  /** The session's cycle plus one, which it does not open: a compaction in between makes it stale. */
  readonly cycle: number;
  readonly family: string;
  readonly entries: readonly RecountedEntry[];
  /** All markers that stand, in order; shorter where the old text would take more than its bound in this family. */
  readonly markers: readonly Marker[];
  /** The task state that stands, the caller's or the derived one, by the event that holds it. */
  readonly task?: { readonly eventId: string; readonly tokens: number };
  readonly policyVersion: string;
}

export type CompactionRecord = ContextCompacted | CompactionStopped | TokensRecounted;
