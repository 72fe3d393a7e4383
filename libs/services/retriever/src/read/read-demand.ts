import { demandFigures } from '@total-recall/domain';
import type { AnatomyStore, Retriever } from '@total-recall/ports';
import { LIMITS } from '@total-recall/runtime';

/** The retrieval log with what came of it, and the figures of the demand side. Source: R10. */
export function createDemandReader({ anatomy }: { readonly anatomy: AnatomyStore }): Pick<Retriever, 'retrievals' | 'demand'> {
  const bounded = (limit: number): number => Math.max(1, Math.min(limit, LIMITS.pageSize));
  return {
    async retrievals(query) {
      const records = await anatomy.retrievals({ ...query, limit: bounded(query.limit) });
      const { tenant, space } = query;
      const outcomes = await anatomy.demand.outcomes({ tenant, space, retrievalIds: records.map(({ retrievalId }) => retrievalId) });
      return records.map((record, at) => {
        const { received, uses } = outcomes[at]!;
        return { ...record, ...(received && { received }), uses };
      });
    },
    async demand({ cursor, ...query }) {
      const limit = bounded(query.limit);
      const counts = await anatomy.demand.counts({ ...query, limit: limit + 1, ...(cursor === undefined ? {} : { after: cursor }) });
      const groups = counts.slice(0, limit).map(demandFigures);
      return { groups, ...(counts.length > limit ? { cursor: groups.at(-1)!.key } : {}) };
    },
  };
}
