import type { EventKind, UtilityHint } from '../../event/event-kind.ts';
import type { PremiseVersion } from '../../session/session-state.ts';
import type { TaskPhase } from '../../task-state/task-state.ts';

/** Switches of the factors. */
export interface ConditioningSwitches {
  readonly premise: boolean;
  readonly phase: boolean;
  readonly supersession: boolean;
  /** Excludes events of other tasks, or lowers them where they are allowed. */
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

/** Recency, frequency and type prior gained nothing when measured, and forgetting needs a policy. See ADR 0058. */
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

/** The parts of the asking session's task state that condition a recall. */
export interface AskingTask {
  readonly taskId?: string;
  readonly phase?: TaskPhase;
  /** Present premises, name to value. */
  readonly premises: Readonly<Record<string, string>>;
  readonly premiseVersion: number;
  /** Earlier premises; the newest versions only. */
  readonly premiseHistory: readonly PremiseVersion[];
  readonly requiresSelfAssessment: boolean;
  /** True when events of other tasks may be returned. */
  readonly allowsOtherTasks: boolean;
}

/** The asker and the kind of answer wanted. */
export interface Asking {
  /** Absent where the asking session has no task state, or there is no asking session. */
  readonly task?: AskingTask;
  /** True when superseded events are wanted too. */
  readonly wantsHistory: boolean;
}

/** Properties of an event that the factors use. */
export interface ConditionedEvent {
  readonly kind: EventKind;
  readonly taskId?: string;
  /** True for an event of the asking session. */
  readonly ownSession: boolean;
  /**
   * Version of the asking session's premises when the event was written; absent where unknown, as in another session.
   */
  readonly premiseVersion?: number;
  readonly tags: readonly string[];
  readonly hints: readonly UtilityHint[];
  readonly superseded: boolean;
  readonly sensitive: boolean;
  /** True when the task state refers to it, whatever task it belongs to. */
  readonly named: boolean;
  /** Age relative to the newest known event, in milliseconds; 0 or more. */
  readonly ageMs: number;
  /** Number of times it was evidence in this session before. */
  readonly uses: number;
}
