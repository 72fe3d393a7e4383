import type { Anatomy, RetrievalRecord } from '@total-recall/domain';
import type { AnatomyStore } from '@total-recall/ports';
import { createClosing, TotalRecallError } from '@total-recall/runtime';
import { createMemoryDemandStore } from './memory-demand-store.ts';

const MAX_QUERY = 1_000;
const MAX_APPEND = 10_000;

interface Stored<T> {
  readonly id: string;
  readonly at: number;
  readonly record: T;
}

/** Values by `tenant/space`, then by id. */
type BySpace<T> = Map<string, Map<string, Stored<T>>>;

/** Creates a store of anatomy and retrievals in memory. */
export function createMemoryAnatomyStore(): AnatomyStore {
  const anatomies: BySpace<Anatomy> = new Map();
  const retrievals: BySpace<RetrievalRecord> = new Map();
  const { refuseClosed, close } = createClosing('The anatomy store');

  const append = <T extends { tenant: string; space: string }>(
    spaces: BySpace<T>,
    records: readonly T[],
    describe: (record: T) => { id: string; at: number },
  ): void => {
    refuseClosed();
    if (records.length > MAX_APPEND)
      throw new TotalRecallError('batch_too_large', `At most ${MAX_APPEND} records may be appended at once.`);
    for (const record of records) {
      const place = `${record.tenant}/${record.space}`;
      const stored = spaces.get(place) ?? new Map<string, Stored<T>>();
      spaces.set(place, stored);
      const { id, at } = describe(record);
      if (!stored.has(id)) stored.set(id, { id, at, record: structuredClone(record) });
    }
  };
  const query = <T extends { session?: string }>(
    spaces: BySpace<T>,
    asked: { tenant: string; space: string; session?: string; limit: number; before?: string },
  ): T[] => {
    refuseClosed();
    const { tenant, space, session, limit, before } = asked;
    if (!(limit >= 1 && limit <= MAX_QUERY))
      throw new TotalRecallError('invalid_request', `A limit of 1 to ${MAX_QUERY} is needed, not ${limit}.`);
    const newestFirst = [...(spaces.get(`${tenant}/${space}`)?.values() ?? [])]
      .filter((stored) => session === undefined || stored.record.session === session)
      .sort((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
    const last = before === undefined ? -1 : newestFirst.findIndex((stored) => stored.id === before);
    if (before !== undefined && last === -1) throw new TotalRecallError('invalid_cursor', 'There is no such record here to continue from.');
    return newestFirst.slice(last + 1, last + 1 + limit).map((stored) => structuredClone(stored.record));
  };
  return {
    appendAnatomy: async (records) => append(anatomies, records, (record) => ({ id: record.turnId, at: record.assembledAt })),
    appendRetrievals: async (records) => append(retrievals, records, (record) => ({ id: record.retrievalId, at: record.at })),
    anatomy: async ({ beforeTurnId, ...place }) => query(anatomies, { ...place, before: beforeTurnId }),
    retrievals: async (asked) => query(retrievals, asked),
    erase: async ({ tenant, space, session }) => {
      for (const spaces of [anatomies, retrievals]) {
        const held = spaces.get(`${tenant}/${space}`);
        for (const [id, { record }] of held ?? []) if (session === undefined || record.session === session) held!.delete(id);
      }
    },
    demand: createMemoryDemandStore({
      refuseClosed,
      retrievals: (tenant, space) => [...(retrievals.get(`${tenant}/${space}`)?.values() ?? [])].map(({ record }) => record),
    }),
    close,
  };
}
