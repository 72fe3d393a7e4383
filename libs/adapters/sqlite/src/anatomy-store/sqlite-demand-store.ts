import { DEMAND_LIMITS, type DemandStore } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import type { DatabaseThread } from '../thread/database-thread.ts';
import type { DemandHandlers } from './demand-tables.ts';

/** What came of recalls, in the thread of the analytics. `flush` puts the retrieval log on disk before it is counted. */
export function createSqliteDemandStore(
  thread: Pick<DatabaseThread<DemandHandlers>, 'call'>,
  { refuseClosed, flush }: { readonly refuseClosed: () => void; readonly flush: () => Promise<void> },
): DemandStore {
  const refuse = (count: number, most: number, what: string): void => {
    refuseClosed();
    if (!(count <= most)) throw new TotalRecallError('invalid_request', `At most ${most} ${what} may be asked for, not ${count}.`);
  };
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
      refuse(retrievalIds.length, DEMAND_LIMITS.ids, 'recalls');
      const { received, uses } = await thread.call('demandOutcomes', [tenant, space, retrievalIds]);
      const usesOf = Map.groupBy(uses, (use) => use.retrievalId);
      const receivedOf = Map.groupBy(received, (one) => one.retrievalId);
      return retrievalIds.map((retrievalId) => {
        const first = receivedOf.get(retrievalId)?.[0];
        return { retrievalId, ...(first && { received: first }), uses: usesOf.get(retrievalId) ?? [] };
      });
    },
    async useCounts(tenant, space, eventIds) {
      refuse(eventIds.length, DEMAND_LIMITS.ids, 'events');
      return new Map(await thread.call('demandUseCounts', [tenant, space, eventIds]));
    },
    async counts(query) {
      refuse(query.limit, DEMAND_LIMITS.groups, 'groups');
      if (!(query.limit >= 1)) throw new TotalRecallError('invalid_request', 'At least 1 group must be asked for.');
      await flush();
      return thread.call('demandCounts', [query]);
    },
  };
}
