import type { RetentionRule } from '../retention/retention-rules.ts';

/** How compaction weighs and bounds. Source: 004, 000 §5.1 Table A. Ratios are of (window - headroom). */
export interface CompactionPolicy {
  /** 0.85 */
  readonly triggerRatio: number;
  /** 0.5 */
  readonly targetRatio: number;
  /** 4 turns. */
  readonly tailTurns: number;
  /** What previews are not cut below while anything else may go, in tokens; smaller entries stay whole. 600, in a small window less. */
  readonly largeResultTokens: number;
}

/** Hard budgets of a window, in tokens. Source: 002 §9.1. */
export interface WindowBudgets {
  readonly window: number;
  readonly sys: number;
  readonly task: number;
  readonly tail: number;
  readonly user: number;
  readonly headroom: number;
  readonly markerCap: number;
  readonly markers: number;
  /** One answer of recall or open where the call names no budget, and the most that it may name. */
  readonly pull: number;
  readonly pullMax: number;
  /** How many a turn, and what the model may write: pullMax x calls + output <= headroom. */
  readonly pullCalls: number;
  readonly output: number;
  /** Evidence that a window pushes by itself; 0: none. */
  readonly push: number;
}

/** Settings that steer one session; the most specific wins: process, tenant, space, session. */
export interface SessionPolicy {
  /** Changes whenever any field does; recorded in every compaction. */
  readonly version: string;
  readonly family: string;
  readonly budgets: WindowBudgets;
  readonly compaction: CompactionPolicy;
  /** Where the task state stands in a window. */
  readonly taskStatePlacement: 'before_history' | 'after_history';
  /** Task-state versions older than this many turns are flagged stale. */
  readonly taskStateStaleTurns: number;
  /** Whether compactions derive a task state where the caller keeps none. */
  readonly derivedTaskState: boolean;
}

/** How the roles of OpenAI messages follow each other: as they come, or taking turns, with ids of nine characters. */
export const CHAT_TEMPLATES = ['open', 'strict'] as const;
export type ChatTemplate = (typeof CHAT_TEMPLATES)[number];

/** What a caller may set at any level; everything else is derived from the window size. */
export interface PolicySettings {
  readonly windowTokens?: number;
  readonly family?: string;
  /** Reserve for the system block. */
  readonly systemTokens?: number;
  readonly taskTokens?: number;
  readonly tailTokens?: number;
  readonly tailTurns?: number;
  readonly userTokens?: number;
  readonly headroomTokens?: number;
  readonly markerCap?: number;
  /** Of an answer whose call names no budget. */
  readonly pullTokens?: number;
  /** Most that one call may ask for; a 64th of the window where absent, and never less than `pullTokens`. */
  readonly pullMaxTokens?: number;
  readonly pullCalls?: number;
  readonly outputTokens?: number;
  /** Most tokens of evidence in every window without being asked for; 0, the default, for none. Source: W7. */
  readonly pushTokens?: number;
  readonly triggerRatio?: number;
  readonly targetRatio?: number;
  readonly largeResultTokens?: number;
  readonly taskStatePlacement?: 'before_history' | 'after_history';
  readonly taskStateStaleTurns?: number;
  /** Where the caller keeps no task state, one that is derived from the log stands in its place; true by default. Source: W3. */
  readonly derivedTaskState?: boolean;
  /** JSON Schemas of the extensions a task state may carry, by name; others are refused. Source: 002 §4.3. */
  readonly taskStateExtensions?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly reconciler?: 'always_add' | 'size_aware';
  /** Working-set bound of the size-aware reconciler, in tokens of unevicted low-importance history. */
  readonly reconcilerBudgetTokens?: number;
  /** Old events count less in recall, by their kind; false by default. Nothing is deleted. Source: 002 §14.2. */
  readonly forgetting?: boolean;
  /** How the roles of windows in the OpenAI format follow each other; `open` by default. */
  readonly chatTemplate?: ChatTemplate;
  readonly redaction?: 'off' | 'mark' | 'mask';
  readonly artifactThresholdBytes?: number;
  /** The share of reads that the audit notes, 0 to 1; all by default. Of a tenant or a space. */
  readonly auditReads?: number;
  /** Days that the audit is kept; for ever by default. Of a tenant. */
  readonly auditDays?: number;
  /** How long events are kept; of a tenant or a space, and no other level. What no rule speaks of is kept for ever. */
  readonly retention?: RetentionRule[];
}
