import type { MemoryIndex } from '@total-recall/ports';
import { LIMITS } from '@total-recall/runtime';
import { eventKey, scopeOf } from '../plan/document-ids.ts';
import { writeAliasOf } from '../plan/index-names.ts';
import { writeBulk } from '../wire/bulk-writer.ts';
import { readMany } from '../wire/read-many.ts';
import { search } from '../wire/search.ts';
import type { EventSource, FlagSource } from './event-source.ts';
import { pinId } from './flag-ids.ts';
import type { IndexContext } from './index-context.ts';

const IDS_A_REQUEST = 5_000;

/** Creates the list of pinned events of a space, and its changes. */
export function pinsIn({ connection, names, freshness }: IndexContext): Pick<MemoryIndex, 'pinned' | 'setPinned'> {
  return {
    pinned: async (tenant, space, limit) => {
      const size = Math.max(0, Math.min(limit, LIMITS.pinnedPerSpace));
      const scope = scopeOf(tenant, space);
      await freshness.ensure(names.flags);
      const { hits } = await search<FlagSource>(
        connection,
        { index: names.flags, routing: scope, doing: 'list pins' },
        {
          size,
          track_total_hits: false,
          query: { bool: { filter: [{ term: { scope } }, { term: { pinned: true } }] } },
          sort: [{ recordedAt: 'desc' }, { event: 'desc' }],
        },
      );
      return hits.hits.map(({ _source }) => _source.event);
    },
    setPinned: async (tenant, space, eventIds, pinned) => {
      const scope = scopeOf(tenant, space);
      const addresses = eventIds.map((id) => ({ index: names.events, id: eventKey(scope, id), routing: scope }));
      const options = { doing: 'look for events to pin', fields: ['event.record.envelope.recordedAt'], portion: IDS_A_REQUEST };
      const held = await readMany<EventSource>(connection, addresses, options);
      const writes = eventIds.flatMap((event, at) => {
        const recordedAt = held[at]?.source.event.record.envelope.recordedAt;
        if (recordedAt === undefined) return [];
        const source: FlagSource = { scope, event, pinned, recordedAt };
        return [{ index: writeAliasOf(names.flags), id: pinId(scope, event), routing: scope, source }];
      });
      if (writes.length === 0) return;
      await writeBulk(connection, writes, 'pin events');
      freshness.wrote(names.flags);
    },
  };
}
