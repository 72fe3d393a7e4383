import { VECTOR_LIMITS, type IndexWrite, type OwedVectors, type VectorIndex } from '@total-recall/ports';
import { checkCount, createSystemRandom } from '@total-recall/runtime';
import type { IndexContext } from '../memory-index/index-context.ts';
import { writeAliasOf } from '../plan/index-names.ts';
import { writeBulk } from '../wire/bulk-writer.ts';
import { search } from '../wire/search.ts';

/** An entry of the list, a small document beside the marks. */
interface OwedSource {
  readonly type: 'owed';
  /** Names the partition. */
  readonly scope: string;
  /** Tenant, space and id of the event, as JSON. */
  readonly set: string;
}

const random = createSystemRandom();
const scopeOf = (partition: number): string => `owed.${partition}`;

/**
 * Lists events whose vectors are to be made again. Entries have random ids, so that one of an event that is put anew once
 * more stays when an earlier one is settled.
 */
export async function owe(context: IndexContext, partition: number, writes: readonly IndexWrite[]): Promise<void> {
  const index = writeAliasOf(context.names.marks);
  const scope = scopeOf(partition);
  const owed = writes.filter(({ event, documents }) => event.accepted.indexed && documents.length > 0);
  const entries = owed.map(({ event }) => {
    const { tenant, space, id } = event.record.envelope;
    const source: OwedSource = { type: 'owed', scope, set: JSON.stringify([tenant, space, id]) };
    return { index, id: `${scope}.${Buffer.from(random.bytes(12)).toString('base64url')}`, routing: scope, source };
  });
  if (entries.length === 0) return;
  await writeBulk(context.connection, entries, 'list vectors to make again');
  context.freshness.wrote(context.names.marks);
}

/** Creates the list of events whose vectors are to be made again. */
export function owedVectors(context: IndexContext): Pick<VectorIndex, 'owedVectors' | 'settleVectors'> {
  const { connection, freshness, names } = context;
  return {
    owedVectors: async (partition, limit) => {
      checkCount('limit', limit, VECTOR_LIMITS.owed);
      await freshness.ensure(names.marks);
      const scope = scopeOf(partition);
      const { hits } = await search<OwedSource>(
        connection,
        { index: names.marks, routing: scope, doing: 'list vectors to make again' },
        { size: limit, track_total_hits: false, query: { bool: { filter: [{ term: { type: 'owed' } }, { term: { scope } }] } } },
      );
      return hits.hits.map(({ _id: id, _source: { set } }): OwedVectors => {
        const [tenant, space, eventId] = JSON.parse(set) as [string, string, string];
        return { id, tenant, space, eventId };
      });
    },
    settleVectors: async (partition, owed) => {
      const removals = owed.map(({ id }) => ({ index: writeAliasOf(names.marks), id, routing: scopeOf(partition) }));
      await writeBulk(connection, removals, 'take vectors off a list');
      await freshness.refresh([names.marks]);
    },
  };
}
