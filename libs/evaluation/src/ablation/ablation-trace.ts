import type { NewEvent, TaskPhase, TaskStateFields } from '@total-recall/domain';

/** What a question of the ablation is about. Source: 002 §5.1-5.3. */
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

/** Factors of which one is needed to tell a right event of a question from a wrong one that says the same of the same thing. */
export const CONTESTS = ['premise', 'supersession', 'taskRelevance'] as const;
export type Contest = (typeof CONTESTS)[number];

/** An event with a name of its own in its trace; references are by these names until the store has given ids. */
export interface AblationEvent {
  readonly key: string;
  readonly session: string;
  /** A task state carries its fields only: its version is given when it is written. */
  readonly event: Omit<NewEvent, 'taskState'> & { readonly fields?: TaskStateFields };
  readonly supersedes?: readonly string[];
  readonly keyEvents?: readonly string[];
}

export interface AblationQuestion {
  readonly id: string;
  readonly topic: AblationTopic;
  readonly text: string;
  /** What the asker's task state says while it asks, beside its task and premises. */
  readonly state: {
    readonly phase: TaskPhase;
    readonly requiresSelfAssessment: boolean;
    readonly requestHistorical: boolean;
    readonly crossTask: boolean;
  };
  /** Whether the phase is one in which such questions are usual. */
  readonly usualPhase: boolean;
  /** Names of the events that are right under the task's present state. */
  readonly gold: readonly string[];
  /** Where wrong events say the same of the same thing: by what alone they can be told apart. */
  readonly contests: readonly Contest[];
  /** Whether the asker's card names one of the right events as a key event. */
  readonly namesKeyEvent: boolean;
}

/** One space: what happened in it, in order, and what is asked at its end from one of its sessions. */
export interface AblationTrace {
  readonly name: string;
  readonly tasks: number;
  readonly events: readonly AblationEvent[];
  readonly asker: { readonly session: string; readonly card: TaskStateFields; readonly keyEvents: readonly string[] };
  readonly questions: readonly AblationQuestion[];
}
