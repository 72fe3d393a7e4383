/** What the agent is doing right now; steers salience. Source: 002 §5.2. */
export const TASK_PHASES = ['plan', 'execute', 'debug', 'review', 'report'] as const;
export type TaskPhase = (typeof TASK_PHASES)[number];

/** An item of the card that points at the events it came from. */
export interface TaskItem {
  readonly text: string;
  readonly eventIds?: readonly string[];
}

/** The fields a caller may set; an update replaces the fields it names and keeps the others. Source: 002 §4.3, 001 A.2. */
export interface TaskStateFields {
  readonly taskId?: string;
  readonly goals?: readonly string[];
  readonly constraints?: readonly TaskItem[];
  readonly openLoops?: readonly TaskItem[];
  readonly nextActions?: readonly string[];
  readonly keyEvents?: readonly string[];
  readonly keyArtifacts?: readonly string[];
  /** Name to value; a change of any raises the premise version. */
  readonly premises?: Readonly<Record<string, string>>;
  readonly phase?: TaskPhase;
  readonly filters?: { readonly crossTask?: boolean; readonly agents?: readonly string[] };
  readonly requiresSelfAssessment?: boolean;
  readonly requestHistorical?: boolean;
  readonly milestones?: readonly string[];
  readonly acceptanceCriteria?: readonly string[];
  readonly risks?: readonly string[];
  /** Domain state, one entry a registered extension. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** A whole version of the card, as the event carries it. */
export interface TaskState extends TaskStateFields {
  readonly version: number;
  readonly premiseVersion: number;
}

export interface TaskStateUpdate {
  /** The version the writer saw; 0 for the first. A loser is told. Absent: whatever stands is written over. */
  readonly expectedVersion?: number;
  readonly fields: TaskStateFields;
  /** When it was made, epoch milliseconds; when it arrives where absent. Its id follows from this, what it says and where, so that a replay gives the same. */
  readonly occurredAt?: number;
}
