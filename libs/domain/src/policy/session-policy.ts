import type { RetentionRule } from '../retention/retention-rules.ts';

/** Thresholds of compaction. Source: 004, 000 §5.1 Table A. Ratios are of (window - headroom). */
export interface CompactionPolicy {
  /** Default 0.85. */
  readonly triggerRatio: number;
  /** Default 0.5. */
  readonly targetRatio: number;
  /** Default 4 turns. */
  readonly tailTurns: number;
  /**
   * Size that previews are never cut below while anything else can give way, in tokens; smaller entries stay whole.
   * 600, less in a small window.
   */
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
  /** Tokens of one answer of recall or open when the call names no budget; `pullMax` is the most a call may name. */
  readonly pull: number;
  readonly pullMax: number;
  /** Calls per turn; with `output`, the tokens that the model may write: pullMax x calls + output <= headroom. */
  readonly pullCalls: number;
  readonly output: number;
  /** Tokens of evidence that a window pushes by itself; 0 for none. */
  readonly push: number;
  /** Most tokens of known facts; 0 for none. Taken only where there are facts, and left out where a window has no room. */
  readonly knowledge: number;
}

/** Settings that steer one session; the most specific wins: process, tenant, space, session. */
export interface SessionPolicy {
  /** Changes whenever any field does. Recorded in every compaction. */
  readonly version: string;
  readonly family: string;
  readonly budgets: WindowBudgets;
  readonly compaction: CompactionPolicy;
  /** Position of the task state in a window. */
  readonly taskStatePlacement: 'before_history' | 'after_history';
  /** Task-state versions older than this many turns are flagged stale. */
  readonly taskStateStaleTurns: number;
  /** True when compactions derive a task state where the caller keeps none. */
  readonly derivedTaskState: boolean;
}

/** Order of roles in OpenAI messages: as they come, or strictly alternating with ids of nine characters. */
export const CHAT_TEMPLATES = ['open', 'strict'] as const;
export type ChatTemplate = (typeof CHAT_TEMPLATES)[number];

/** Settings that a caller may set at any level. Everything else is derived from the window size. */
export interface PolicySettings {
  readonly windowTokens?: number;
  readonly family?: string;
  /** Tokens reserved for the system block. */
  readonly systemTokens?: number;
  readonly taskTokens?: number;
  readonly tailTokens?: number;
  readonly tailTurns?: number;
  readonly userTokens?: number;
  readonly headroomTokens?: number;
  readonly markerCap?: number;
  /** Tokens of an answer when the call names no budget. */
  readonly pullTokens?: number;
  /** Most that one call may ask for; a 64th of the window where absent, and never less than `pullTokens`. */
  readonly pullMaxTokens?: number;
  readonly pullCalls?: number;
  readonly outputTokens?: number;
  /** Most tokens of evidence that every window brings unasked; 0, the default, for none. Source: W7. */
  readonly pushTokens?: number;
  /** Most tokens of known facts in every window; 0 for none. By default a share of the window. Source: L10. */
  readonly knowledgeTokens?: number;
  readonly triggerRatio?: number;
  readonly targetRatio?: number;
  readonly largeResultTokens?: number;
  readonly taskStatePlacement?: 'before_history' | 'after_history';
  readonly taskStateStaleTurns?: number;
  /** Shows a task state derived from the log where the caller keeps none; true by default. Source: W3. */
  readonly derivedTaskState?: boolean;
  /** Names the agent (`meta.agent`) above each message in windows; false by default. For what is appended from then on. */
  readonly namesAgents?: boolean;
  /** JSON Schemas of the extensions a task state may carry, by name; others are refused. Source: 002 §4.3. */
  readonly taskStateExtensions?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly reconciler?: 'always_add' | 'size_aware';
  /** Working-set bound of the size-aware reconciler, in tokens of unevicted low-importance history. */
  readonly reconcilerBudgetTokens?: number;
  /**
   * Lowers the score of old events in recall, by their kind; false by default. Nothing is deleted. Source: 002 §14.2.
   */
  readonly forgetting?: boolean;
  /** Order of roles in windows of the OpenAI format; `open` by default. */
  readonly chatTemplate?: ChatTemplate;
  readonly redaction?: 'off' | 'mark' | 'mask';
  readonly artifactThresholdBytes?: number;
  /** Share of reads that the audit notes, 0 to 1; all by default. Set for a tenant or a space. */
  readonly auditReads?: number;
  /** Days that the audit is kept; for ever by default. Set for a tenant. */
  readonly auditDays?: number;
  /**
   * New events after which a space is swept, and minutes after which it is in any case, 0 for never. Set for a tenant
   * or a space.
   */
  readonly consolidateEvents?: number;
  readonly consolidateMinutes?: number;
  /** Says that reflections only propose, the default, or set what they propose. Set for a tenant or a space. Source: L11. */
  readonly reflection?: 'propose' | 'apply';
  /** Retention rules; set for a tenant or a space only. Events that no rule covers are kept for ever. */
  readonly retention?: RetentionRule[];
}
