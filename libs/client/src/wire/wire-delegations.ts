// Made from the routes and their schemas by `npm run client:types`: change those, not this file.

export interface NewDelegation {
  /** Names the subtask within this session. The same packet sent again stores nothing twice. */
  readonly subtaskId: string;
  readonly objective: string;
  readonly constraints?: readonly string[];
  readonly acceptanceCriteria?: readonly string[];
  /** Events that the executor needs: e184 of this session, SESSION/e184, or ids. It may open them whatever its access. */
  readonly keyEventRefs?: readonly string[];
  readonly relevantArtifactIds?: readonly string[];
  /** Place in your plan, in your own words. */
  readonly planNodeRef?: string;
  /** What the executor may recall: the whole space, the sessions of its run, or nothing but what it was handed and its own. */
  readonly recallAccess?: 'space' | 'run' | 'none';
  /** Name of the session that this call begins for the executor; SESSION.SUBTASK where absent. */
  readonly session?: string;
}

export interface Delegated {
  /** The delegation in this session. */
  readonly eventId: string;
  /** The session of the executor. It begins with the objective and the constraints. */
  readonly session: string;
  readonly position?: string;
}

export interface Delegation {
  readonly subtaskId: string;
  readonly objective: string;
  readonly constraints: readonly string[];
  readonly acceptanceCriteria: readonly string[];
  /** Ids of events. */
  readonly keyEventRefs: readonly string[];
  readonly relevantArtifactIds: readonly string[];
  readonly planNodeRef?: string;
  /** What the executor may recall: the whole space, the sessions of its run, or nothing but what it was handed and its own. */
  readonly recallAccess: 'space' | 'run' | 'none';
  readonly session: string;
  readonly eventId: string;
  readonly at: string;
  /** As the last report says; `open` before the first. */
  readonly status: 'open' | 'partial' | 'done' | 'failed';
  /** The latest first, at most 8; of many large ones the latest alone. */
  readonly reports: readonly ReceivedReport[];
}

export interface DelegationGrant {
  readonly subtaskId: string;
  /** The session that the run began with. */
  readonly run: string;
  /** 1 for an executor of that session, 2 for one that it started. */
  readonly level: number;
  /** What the executor may recall: the whole space, the sessions of its run, or nothing but what it was handed and its own. */
  readonly recallAccess: 'space' | 'run' | 'none';
  readonly keyEvents: readonly string[];
}

export interface DelegationPacket {
  readonly subtaskId: string;
  readonly objective: string;
  readonly constraints: readonly string[];
  readonly acceptanceCriteria: readonly string[];
  /** Ids of events. */
  readonly keyEventRefs: readonly string[];
  readonly relevantArtifactIds: readonly string[];
  readonly planNodeRef?: string;
  /** What the executor may recall: the whole space, the sessions of its run, or nothing but what it was handed and its own. */
  readonly recallAccess: 'space' | 'run' | 'none';
  readonly session: string;
}

export interface DelegationList {
  readonly delegations: readonly Delegation[];
}

export interface NewReport {
  readonly status: 'partial' | 'done' | 'failed';
  readonly summary: string;
  readonly keyFindings?: readonly {
    readonly text: string;
    /** Events that show it: of this session, of sessions that it delegated to, or handed over with the subtask. */
    readonly provenance: readonly string[];
  }[];
  readonly artifactIds?: readonly string[];
}

export interface DelegationReport {
  readonly subtaskId: string;
  readonly session: string;
  readonly status: 'partial' | 'done' | 'failed';
  readonly summary: string;
  readonly keyFindings: readonly ReportFinding[];
  readonly artifactIds: readonly string[];
}

export interface ReportFinding {
  readonly text: string;
  /** Ids of events. */
  readonly provenance: readonly string[];
}

export interface ReceivedReport {
  readonly subtaskId: string;
  readonly session: string;
  readonly status: 'partial' | 'done' | 'failed';
  readonly summary: string;
  readonly keyFindings: readonly ReportFinding[];
  readonly artifactIds: readonly string[];
  readonly eventId: string;
  readonly at: string;
}

export interface KeptReport {
  /** The report in this session. */
  readonly eventId: string;
  /** The session that delegated the subtask. */
  readonly session: string;
  /** The report in that session. */
  readonly receivedAs: string;
  /** Pass it to a read of that session as `after`. */
  readonly position?: string;
}
