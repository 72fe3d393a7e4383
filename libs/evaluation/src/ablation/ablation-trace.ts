import type { NewEvent, TaskPhase, TaskStateFields } from '@total-recall/domain';

/** Topics of the ablation's questions. Source: 002 §5.1-5.3. */
export const ABLATION_TOPICS = [
  'finding',
  'failure',
  'decision',
  'objective',
  'constraint',
  'outcome',
  'history',
  'crossTask',
  'place',
] as const;
export type AblationTopic = (typeof ABLATION_TOPICS)[number];

/**
 * Factors of which one is needed to tell a right event of a question from a wrong one with the same statement about the
 * same thing.
 */
export const CONTESTS = ['premise', 'supersession', 'taskRelevance'] as const;
export type Contest = (typeof CONTESTS)[number];

/** An event with its own name in the trace. References use these names until the store has assigned ids. */
export interface AblationEvent {
  readonly key: string;
  readonly session: string;
  /** A task state has its fields only; its version is assigned when it is written. */
  readonly event: Omit<NewEvent, 'taskState'> & { readonly fields?: TaskStateFields };
  readonly supersedes?: readonly string[];
  readonly keyEvents?: readonly string[];
}

export interface AblationQuestion {
  readonly id: string;
  readonly topic: AblationTopic;
  readonly text: string;
  /** The asker's task state during the question, in addition to its task and premises. */
  readonly state: {
    readonly phase: TaskPhase;
    readonly requiresSelfAssessment: boolean;
    readonly requestHistorical: boolean;
    readonly crossTask: boolean;
  };
  /** True when such questions are usual in this phase. */
  readonly usualPhase: boolean;
  /** Names of the events that are right under the task's present state. */
  readonly gold: readonly string[];
  /** Factors that alone tell the right events from wrong ones with the same statement about the same thing. */
  readonly contests: readonly Contest[];
  /** True when the asker's card names one of the right events as a key event. */
  readonly namesKeyEvent: boolean;
}

/** One space: its events in order, and the questions asked at the end from one of its sessions. */
export interface AblationTrace {
  readonly name: string;
  readonly tasks: number;
  readonly events: readonly AblationEvent[];
  readonly asker: { readonly session: string; readonly card: TaskStateFields; readonly keyEvents: readonly string[] };
  readonly questions: readonly AblationQuestion[];
}
