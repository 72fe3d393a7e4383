import { OUTCOME_TAGS } from '@total-recall/domain';
import type { ImportedSession } from '@total-recall/importers';

/** Number of events in recorded sessions that recall could be conditioned on, by kind. */
export interface ConditioningMaterial {
  readonly sessions: number;
  readonly events: number;
  readonly taskStates: number;
  readonly premises: number;
  readonly phases: number;
  readonly taskIds: number;
  readonly supersessions: number;
  readonly constraints: number;
  readonly outcomes: number;
}

/**
 * Counts the material for an ablation over recorded sessions. Without a task state every factor is 1 and an ablation
 * shows nothing.
 */
export function conditioningMaterial(sessions: readonly ImportedSession[]): ConditioningMaterial {
  const events = sessions.flatMap((session) => session.events);
  const count = (holds: (event: (typeof events)[number]) => boolean): number => events.filter(holds).length;
  const outcomes: readonly string[] = OUTCOME_TAGS;
  return {
    sessions: sessions.length,
    events: events.length,
    taskStates: count(({ taskState }) => taskState !== undefined),
    premises: count(({ taskState }) => Object.keys(taskState?.fields.premises ?? {}).length > 0),
    phases: count(({ taskState }) => taskState?.fields.phase !== undefined),
    taskIds: count(({ meta, taskState }) => (meta?.taskId ?? taskState?.fields.taskId) !== undefined),
    supersessions: count(({ meta }) => (meta?.supersedes ?? []).length > 0),
    constraints: count(({ kind }) => kind === 'constraint'),
    outcomes: count(({ meta }) => (meta?.tags ?? []).some((tag) => outcomes.includes(tag))),
  };
}
