import { DEMAND_LIMITS, type DemandStore } from '@total-recall/ports';
import { checkMost, refuseRequest } from '@total-recall/runtime';
import type { DatabaseThread } from '../thread/database-thread.ts';
import type { DemandHandlers } from './demand-tables.ts';

/** Creates the demand store in the thread of the analytics. `flush` writes the retrieval log before it is counted. */
export function createSqliteDemandStore(
  thread: Pick<DatabaseThread<DemandHandlers>, 'call'>,
  { refuseClosed, flush }: { readonly refuseClosed: () => void; readonly flush: () => Promise<void> },
): DemandStore {
  return {
    async append(batch) {
      refuseClosed();
      await thread.call('demandAppend', [batch]);
    },
    async progress(follower) {
      refuseClosed();
      return thread.call('demandProgress', [follower]);
    },
    async receivedSince(query) {
      refuseClosed();
      return thread.call('demandReceived', [query, DEMAND_LIMITS.openRecalls]);
    },
    async outcomes({ tenant, space, retrievalIds }) {
      refuseClosed();
      checkMost('recalls', retrievalIds.length, DEMAND_LIMITS.ids);
      const { received, uses } = await thread.call('demandOutcomes', [tenant, space, retrievalIds]);
      const usesOf = Map.groupBy(uses, (use) => use.retrievalId);
      const receivedOf = Map.groupBy(received, (one) => one.retrievalId);
      return retrievalIds.map((retrievalId) => {
        const first = receivedOf.get(retrievalId)?.[0];
        return { retrievalId, ...(first && { received: first }), uses: usesOf.get(retrievalId) ?? [] };
      });
    },
    async useCounts(tenant, space, eventIds) {
      refuseClosed();
      checkMost('events', eventIds.length, DEMAND_LIMITS.ids);
      return new Map(await thread.call('demandUseCounts', [tenant, space, eventIds]));
    },
    async counts(query) {
      refuseClosed();
      checkMost('groups', query.limit, DEMAND_LIMITS.groups);
      if (!(query.limit >= 1)) refuseRequest('At least 1 group must be asked for.');
      await flush();
      return thread.call('demandCounts', [query]);
    },
  };
}
