import type { AskingTask, RecallRequest, SessionState } from '@total-recall/domain';

/** Builds the task of a recall from the asking session's task state and the request; undefined without a task state. */
export function askingTaskOf(request: RecallRequest, state: SessionState | undefined): AskingTask | undefined {
  const card = state?.taskState;
  if (card === undefined) return undefined;
  return {
    ...(card.taskId === undefined ? {} : { taskId: card.taskId }),
    ...(card.phase === undefined ? {} : { phase: card.phase }),
    premises: card.premises,
    premiseVersion: card.premiseVersion,
    premiseHistory: card.premiseHistory ?? [],
    requiresSelfAssessment: card.requiresSelfAssessment === true,
    allowsOtherTasks: card.crossTask === true || namesOtherTasks(request.scope),
  };
}

/** Returns true when the scope explicitly covers other tasks: the whole space, named sessions or named tasks. */
function namesOtherTasks(scope: RecallRequest['scope']): boolean {
  return scope?.within === 'space' || scope?.sessions !== undefined || scope?.taskIds !== undefined;
}

/**
 * Returns true when superseded events rank like all others, because the request, or else the task
 * state, asks for history.
 */
export function wantsHistory(request: RecallRequest, state: SessionState | undefined): boolean {
  return request.history ?? state?.taskState?.requestHistorical === true;
}
