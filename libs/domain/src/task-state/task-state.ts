/** Present activity of the agent; steers salience. Source: 002 §5.2. */
export const TASK_PHASES = ['plan', 'execute', 'debug', 'review', 'report'] as const;
export type TaskPhase = (typeof TASK_PHASES)[number];

/** An item of the card with the events it came from. */
export interface TaskItem {
  readonly text: string;
  readonly eventIds?: readonly string[];
}

/**
 * Fields that a caller may set. An update replaces the fields it names and keeps the others. Source: 002 §4.3, 001 A.2.
 */
export interface TaskStateFields {
  readonly taskId?: string;
  readonly goals?: readonly string[];
  readonly constraints?: readonly TaskItem[];
  readonly openLoops?: readonly TaskItem[];
  readonly nextActions?: readonly string[];
  readonly keyEvents?: readonly string[];
  readonly keyArtifacts?: readonly string[];
  /** Name to value; any change raises the premise version. */
  readonly premises?: Readonly<Record<string, string>>;
  readonly phase?: TaskPhase;
  readonly filters?: { readonly crossTask?: boolean; readonly agents?: readonly string[] };
  readonly requiresSelfAssessment?: boolean;
  readonly requestHistorical?: boolean;
  readonly milestones?: readonly string[];
  readonly acceptanceCriteria?: readonly string[];
  readonly risks?: readonly string[];
  /** Domain state, one entry per registered extension. */
  readonly extensions?: Readonly<Record<string, unknown>>;
}

/** A complete version of the card, as stored in its event. */
export interface TaskState extends TaskStateFields {
  readonly version: number;
  readonly premiseVersion: number;
}

export interface TaskStateUpdate {
  /**
   * Version that the writer saw; 0 for the first. A mismatch is refused. Without it the update overwrites any version.
   */
  readonly expectedVersion?: number;
  readonly fields: TaskStateFields;
  /**
   * Time of the update, epoch milliseconds; its arrival where absent. The id is derived from the time, content and
   * session, so a replay gives the same one.
   */
  readonly occurredAt?: number;
}
