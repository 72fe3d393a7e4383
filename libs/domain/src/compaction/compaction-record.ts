import type { FormTokens } from '../event/form-tokens.ts';
import type { Marker, MarkerRecord } from './markers/marker.ts';
import type { DerivedTaskState } from '../task-state/derived/derived-task-state.ts';
import type { KnowledgeChoice } from '../knowledge/knowledge-choice.ts';
import type { Cut } from './previews/cut.ts';

export type CompactionTrigger = 'threshold' | 'demand' | 'clear_tool_uses' | 'compact_threshold' | 'overflow';

/** Reason why a compaction freed nothing. */
export type StopReason =
  | 'below_trigger'
  | 'nothing_evictable'
  | 'not_searchable'
  | 'tail_exceeds_budget'
  | 'guarded_exceeds_budget'
  | 'breaker_open'
  | 'below_clear_at_least';

/** An entry that stays in the window in another form: usually smaller, larger where there is room again. */
export interface Shrink {
  readonly id: string;
  readonly to: 'whole' | 'stripped' | 'preview';
  /** Ranges that a preview shows; the event's standard preview where absent. */
  readonly cut?: Cut;
}

/** Complete outcome of one compaction, so that a replay decides nothing. Source: 000 §5, architecture §3. */
export interface ContextCompacted {
  readonly type: 'ContextCompacted';
  /** The cycle this compaction opens: the session's cycle plus one. */
  readonly cycle: number;
  readonly trigger: CompactionTrigger;
  /** Evicted events in the order of the session. */
  readonly evicted: readonly string[];
  readonly shrunk: readonly Shrink[];
  /**
   * Markers made by this compaction, with their manifests: the new ones in order, then merged parents if the cap was
   * reached.
   */
  readonly made: readonly MarkerRecord[];
  /** All markers in the window afterwards, in order. */
  readonly markers: readonly Marker[];
  readonly tokensBefore: number;
  readonly tokensAfter: number;
  readonly targetTokens: number;
  readonly policyVersion: string;
  /** Derived task state that stands from here on where the caller keeps none. Where absent, none stands. */
  readonly taskState?: DerivedTaskState;
  /** Facts that windows show from here on. Where absent, those that stood stay. */
  readonly knowledge?: KnowledgeChoice;
}

/** Logged once per cycle and reason. */
export interface CompactionStopped {
  readonly type: 'CompactionStopped';
  readonly cycle: number;
  readonly trigger: CompactionTrigger;
  readonly reason: Exclude<StopReason, 'below_trigger' | 'breaker_open' | 'below_clear_at_least'>;
  /**
   * Fingerprint of the evictable content, the budget and the policy at that time; the breaker tries again once it
   * changes.
   */
  readonly signature: string;
  readonly tokensBefore: number;
  readonly policyVersion: string;
}

/** Token counts of one entry for another model family. */
export interface RecountedEntry {
  readonly id: string;
  readonly tokens: FormTokens;
  /** Tokens of the preview that a compaction sized. Present where the entry has one. */
  readonly cutTokens?: number;
}

/**
 * New token counts of everything in the window, recorded when the policy names another model family. A long session has
 * several.
 */
export interface TokensRecounted {
  readonly type: 'TokensRecounted';
  /** The session's cycle plus one, which this record does not open: a compaction in between makes it stale. */
  readonly cycle: number;
  readonly family: string;
  readonly entries: readonly RecountedEntry[];
  /** All markers in the window, in order; shortened where the old text would exceed its bound in this family. */
  readonly markers: readonly Marker[];
  /** The task state in the window, the caller's or the derived one, by the event that holds it. */
  readonly task?: { readonly eventId: string; readonly tokens: number };
  readonly policyVersion: string;
}

/**
 * The facts that the windows of a session show from its beginning on, up to its first compaction. Recorded behind the
 * first events of a session whose space has facts; a session has one at most, and it opens no cycle.
 */
export interface KnowledgeChosen {
  readonly type: 'KnowledgeChosen';
  /** The session's cycle plus one: a compaction in between makes it stale. */
  readonly cycle: number;
  readonly knowledge: KnowledgeChoice;
  readonly policyVersion: string;
}

export type CompactionRecord = ContextCompacted | CompactionStopped | TokensRecounted | KnowledgeChosen;

/** Returns the choice of known facts that a record holds. */
export function knowledgeIn(record: CompactionRecord | undefined): KnowledgeChoice | undefined {
  return record?.type === 'ContextCompacted' || record?.type === 'KnowledgeChosen' ? record.knowledge : undefined;
}
