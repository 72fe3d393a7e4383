/**
 * Reach of an executor's recall: everything of the space, the sessions of its run, or only what was handed over and
 * what it wrote itself.
 */
export const RECALL_ACCESS = ['space', 'run', 'none'] as const;
export type RecallAccess = (typeof RECALL_ACCESS)[number];

/** Statuses that an executor gives its subtask. */
export const REPORT_STATUSES = ['partial', 'done', 'failed'] as const;
export type ReportStatus = (typeof REPORT_STATUSES)[number];

/** Levels of sessions below the session that a run begins with. */
export const DELEGATION_LEVELS = 8;

/** A subtask as a planner hands it to an executor. Source: 002 A.5. */
export interface DelegationPacket {
  /** Names the subtask within the planner's session. */
  readonly subtaskId: string;
  readonly objective: string;
  readonly constraints: readonly string[];
  readonly acceptanceCriteria: readonly string[];
  /** Ids of events that the executor may open whatever its access. */
  readonly keyEventRefs: readonly string[];
  readonly relevantArtifactIds: readonly string[];
  /** Place in the planner's plan, in the planner's own words. */
  readonly planNodeRef?: string;
  readonly recallAccess: RecallAccess;
  /** Session of the executor. */
  readonly session: string;
}

/** Knowledge of a session about the subtask that it works on, and what it may read. Stands on its first event and in its state. */
export interface DelegationGrant {
  readonly subtaskId: string;
  /** Session that the run began with; all sessions below it are one run. */
  readonly run: string;
  /** 1 for an executor of that session, 2 for one that it started, ... */
  readonly level: number;
  readonly recallAccess: RecallAccess;
  readonly keyEvents: readonly string[];
}

/** A statement of a report with the events that show it. */
export interface ReportFinding {
  readonly text: string;
  /** Ids of events of the executor, of those that it delegated to, or of those that it was handed. */
  readonly provenance: readonly string[];
}

/** Report of an executor upward. Its findings were checked before it was appended. Source: 002 A.5. */
export interface DelegationReport {
  readonly subtaskId: string;
  readonly session: string;
  readonly status: ReportStatus;
  readonly summary: string;
  readonly keyFindings: readonly ReportFinding[];
  readonly artifactIds: readonly string[];
}

/** Returns true where a grant gives no more than the one that it was made under; absent is a session that nobody started. */
export function isWithinGrant(asked: RecallAccess, above: Pick<DelegationGrant, 'recallAccess'> | undefined): boolean {
  return above === undefined || RECALL_ACCESS.indexOf(asked) >= RECALL_ACCESS.indexOf(above.recallAccess);
}

/** Returns true for an event that a session with this grant may open. `runOf` is the run that the event's session is of. */
export function mayOpen(
  { recallAccess, keyEvents, run }: DelegationGrant,
  asking: string,
  event: { readonly id: string; readonly session: string; readonly runOf: string },
): boolean {
  if (recallAccess === 'space' || event.session === asking || keyEvents.includes(event.id)) return true;
  return recallAccess === 'run' && event.runOf === run;
}
