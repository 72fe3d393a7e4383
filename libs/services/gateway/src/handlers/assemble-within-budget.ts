import type { AssembledWindow, WindowRequest } from '@total-recall/domain';
import type { Ingest, Retriever } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';

/** Compactions one window may ask for. */
const MAX_COMPACTIONS = 3;

/**
 * Assembles a window; where its history or its markers do not fit, has the session compacted and tries again. The projector decides whenever events
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
      if (left === 0 || request.atTurn !== undefined || request.windowTokens !== undefined || !isHelpedByCompaction(error)) throw error;
      const { tenant, space, session } = request;
      const result = await deps.ingest.compact({ tenant, space, session, trigger: 'overflow' });
      // The call sees the session through a plan of its own then.
      if (result.kind === 'stopped') left = 1;
    }
  }
}

/** Parts that a compaction makes smaller: it evicts history, and merges markers down to their cap. */
const COMPACTED: ReadonlySet<unknown> = new Set(['history', 'markers']);

function isHelpedByCompaction(error: unknown): boolean {
  return error instanceof TotalRecallError && error.code === 'window_over_budget' && COMPACTED.has(error.details?.['part']);
}
