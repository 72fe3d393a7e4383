import { demandFigures } from '@total-recall/domain';
import type { AnatomyStore, Clock, Retriever } from '@total-recall/ports';
import { LIMITS } from '@total-recall/runtime';

/** Default range of a count, so that a quick look does not read years of log. */
const DEFAULT_RANGE_MS = 30 * 24 * 3_600_000;

/** Reads the retrieval log with the use of each retrieval, and the figures of the demand side. Source: R10. */
export function createDemandReader({
  anatomy,
  clock,
}: {
  readonly anatomy: AnatomyStore;
  readonly clock: Pick<Clock, 'now'>;
}): Pick<Retriever, 'retrievals' | 'demand'> {
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
      const from = query.from ?? Math.max(0, (query.to ?? clock.now()) - DEFAULT_RANGE_MS);
      const counts = await anatomy.demand.counts({ ...query, from, limit: limit + 1, ...(cursor === undefined ? {} : { after: cursor }) });
      const groups = counts.slice(0, limit).map(demandFigures);
      return { from, groups, ...(counts.length > limit ? { cursor: groups.at(-1)!.key } : {}) };
    },
  };
}
