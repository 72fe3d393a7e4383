import type { AskingTask, ConditionedEvent } from './conditioning-input.ts';

/** What an event of another task is worth where such events are allowed; ours. */
export const OTHER_TASK = 0.5;

/**
 * 1 for the task's own events, for those of no task, and for what the task state names; of another task 0, or `OTHER_TASK` where these are
 * allowed. What the asking session itself went through is always allowed: its markers promise that recall finds it. Source: 002 A.3.
 */
export function taskRelevance(
  { taskId, named, ownSession }: Pick<ConditionedEvent, 'taskId' | 'named' | 'ownSession'>,
  task: Pick<AskingTask, 'taskId' | 'allowsOtherTasks'>,
): number {
  if (taskId === undefined || task.taskId === undefined || taskId === task.taskId || named) return 1;
  return task.allowsOtherTasks || ownSession ? OTHER_TASK : 0;
}
