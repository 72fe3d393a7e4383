import type { AskingTask, ConditionedEvent } from './conditioning-input.ts';

/** Factor for an event of another task, where such events are allowed; our number. */
const OTHER_TASK = 0.5;

/**
 * Returns 1 for events of the task, events without a task, and events that the task state names. An event of another
 * task gets 0, or `OTHER_TASK` where such events are allowed. The asking session's own events are always allowed: its
 * markers promise that recall finds them. Source: 002 A.3.
 */
export function taskRelevance(
  { taskId, named, ownSession }: Pick<ConditionedEvent, 'taskId' | 'named' | 'ownSession'>,
  task: Pick<AskingTask, 'taskId' | 'allowsOtherTasks'>,
): number {
  if (taskId === undefined || task.taskId === undefined || taskId === task.taskId || named) return 1;
  return task.allowsOtherTasks || ownSession ? OTHER_TASK : 0;
}
