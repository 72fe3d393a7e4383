import { isCountedOtherwise, overTrigger, sessionKey, type SessionAddress, type SessionState } from '@total-recall/domain';
import type { IngestDeps } from '../ingest-deps.ts';

/**
 * Sessions that stand over their trigger, or are counted for another model family than their policy's. What stood in the log when its projector started may hold their decision already, so they wait
 * here until all of it is folded: a replay decides nothing, wherever its batches end.
 */
export function createDueSessions({ policies }: Pick<IngestDeps, 'policies'>) {
  const due = new Map<string, SessionAddress>();
  return {
    /** As a session stands after a batch; one whose decision is on its way is not due. */
    async note(state: SessionState, isDecided: boolean): Promise<void> {
      const key = sessionKey(state);
      due.delete(key);
      if (isDecided) return;
      const { policy } = await policies.resolve(state);
      if (overTrigger(state, policy) || isCountedOtherwise(state, policy.family))
        due.set(key, { tenant: state.tenant, space: state.space, session: state.session });
    },
    take(): SessionAddress[] {
      const taken = [...due.values()];
      due.clear();
      return taken;
    },
  };
}
