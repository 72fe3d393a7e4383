import type { EventKind, UtilityHint } from '../../event/event-kind.ts';
import type { PremiseVersion } from '../../session/session-state.ts';
import type { TaskPhase } from '../../task-state/task-state.ts';

/** Which factors take part. */
export interface ConditioningSwitches {
  readonly premise: boolean;
  readonly phase: boolean;
  readonly supersession: boolean;
  /** Another task's events are left out, or count less where they are allowed. */
  readonly task: boolean;
  readonly selfAssessment: boolean;
  readonly constraints: boolean;
  readonly recency: boolean;
  readonly frequency: boolean;
  readonly typePrior: boolean;
  readonly sensitivity: boolean;
  /** Power-law forgetting. Source: 002 §14.2. */
  readonly forgetting: boolean;
}

/** Recency, use and kind gained nothing where they were measured, and forgetting is asked for by a policy. See ADR 0058. */
export const DEFAULT_CONDITIONING: ConditioningSwitches = {
  premise: true,
  phase: true,
  supersession: true,
  task: true,
  selfAssessment: true,
  constraints: true,
  recency: false,
  frequency: false,
  typePrior: false,
  sensitivity: true,
  forgetting: false,
};

/** What the asking session is about: its task state, as far as it conditions a recall. */
export interface AskingTask {
  readonly taskId?: string;
  readonly phase?: TaskPhase;
  /** Name to value, as they hold now. */
  readonly premises: Readonly<Record<string, string>>;
  readonly premiseVersion: number;
  /** What the premises were before, the newest versions only. */
  readonly premiseHistory: readonly PremiseVersion[];
  readonly requiresSelfAssessment: boolean;
  /** Events of other tasks may be returned. */
  readonly allowsOtherTasks: boolean;
}

/** Who asks, and for what. */
export interface Asking {
  /** Absent where the asking session has no task state, or no session asks. */
  readonly task?: AskingTask;
  /** What was superseded is asked for too. */
  readonly wantsHistory: boolean;
}

/** What the factors look at in an event. */
export interface ConditionedEvent {
  readonly kind: EventKind;
  readonly taskId?: string;
  /** Whether it is of the asking session. */
  readonly ownSession: boolean;
  /** Of the asking session's premises when it was written; absent where that is not known, as in another session. */
  readonly premiseVersion?: number;
  readonly tags: readonly string[];
  readonly hints: readonly UtilityHint[];
  readonly superseded: boolean;
  readonly sensitive: boolean;
  /** The task state refers to it, whatever task it was written for. */
  readonly named: boolean;
  /** Before the newest that is known; 0 or more. */
  readonly ageMs: number;
  /** How often it was evidence in this session before. */
  readonly uses: number;
}
