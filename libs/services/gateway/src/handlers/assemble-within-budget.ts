import type { WindowRequest } from '@total-recall/domain';
import type { Ingest, Retriever, ServedWindow } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

/** Most compactions that one window may request. */
const MAX_COMPACTIONS = 3;

/**
 * Assembles a window. If the history does not fit, has the session compacted and tries again. The projector
 * decides only when events come; a session that is read after its policy shrank, or after a crash before the decision,
 * would otherwise never be compacted.
 */
export async function assembleWithinBudget(
  deps: { readonly ingest: Ingest; readonly retriever: Retriever },
  request: WindowRequest,
): Promise<ServedWindow> {
  for (let left = MAX_COMPACTIONS; ; left--) {
    try {
      return await deps.retriever.assembleWindow(request);
    } catch (error) {
      if (left === 0 || request.atTurn !== undefined || request.windowTokens !== undefined || !isHelpedByCompaction(error)) throw error;
      const { tenant, space, session } = request;
      const result = await deps.ingest.compact({ tenant, space, session, trigger: 'overflow' });
      // Nothing more can be compacted: the next try is the last, and the retriever then plans a
      // window for this call alone.
      if (result.kind === 'stopped') left = 1;
    }
  }
}

function isHelpedByCompaction(error: unknown): boolean {
  return error instanceof TotalRecallError && error.code === 'window_over_budget' && error.details?.['part'] === 'history';
}
