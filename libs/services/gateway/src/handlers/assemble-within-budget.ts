import type { AssembledWindow, WindowRequest } from '@total-recall/domain';
import type { Ingest, Retriever } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

/** Compactions one window may ask for. */
const MAX_COMPACTIONS = 3;

/**
 * Assembles a window; where its history does not fit, has the session compacted and tries again. The projector decides whenever events
 * come; a session that is only read after its policy shrank, or after a crash before its decision, would wait for ever.
 */
export async function assembleWithinBudget(
  deps: { readonly ingest: Ingest; readonly retriever: Retriever },
  request: WindowRequest,
): Promise<AssembledWindow> {
  for (let left = MAX_COMPACTIONS; ; left--) {
    try {
      return await deps.retriever.assembleWindow(request);
    } catch (error) {
      if (left === 0 || request.atTurn !== undefined || request.windowTokens !== undefined || !isHistoryOverBudget(error)) throw error;
      const { tenant, space, session } = request;
      const result = await deps.ingest.compact({ tenant, space, session, trigger: 'overflow' });
      if (result.kind === 'stopped') throw error;
    }
  }
}

function isHistoryOverBudget(error: unknown): boolean {
  return error instanceof TotalRecallError && error.code === 'window_over_budget' && error.details?.['part'] === 'history';
}
