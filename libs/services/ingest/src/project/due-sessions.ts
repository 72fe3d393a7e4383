import { needsRecount, overTrigger, sessionKey, type SessionAddress, type SessionState } from '@total-recall/domain';
import type { IngestDeps } from '../ingest-deps.ts';

/**
 * Collects sessions that are over their trigger, or counted for another model family than their policy's. The log may
 * already hold their decision from before the projector started, so they wait until all of that log is folded: a replay
 * decides nothing, wherever its batches end.
 */
export function createDueSessions({ policies }: Pick<IngestDeps, 'policies'>) {
  const due = new Map<string, SessionAddress>();
  return {
    /** Updates a session after a batch. One with a pending decision is not due. */
    async note(state: SessionState, isDecided: boolean): Promise<void> {
      const key = sessionKey(state);
      due.delete(key);
      if (isDecided) return;
      const { policy } = await policies.resolve(state);
      if (overTrigger(state, policy) || needsRecount(state, policy.family))
        due.set(key, { tenant: state.tenant, space: state.space, session: state.session });
    },
    isEmpty: () => due.size === 0,
    take(): SessionAddress[] {
      const taken = [...due.values()];
      due.clear();
      return taken;
    },
  };
}
