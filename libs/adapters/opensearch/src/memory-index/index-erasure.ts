import type { IndexErasure } from '@total-recall/ports';
import { TotalRecallError } from '@total-recall/runtime';
import { documentKey, eventKey, scopeOf } from '../plan/document-ids.ts';
import { readAliases } from '../plan/index-generations.ts';
import { checkedPrefix, vectorIndicesAmong, writeAliasOf } from '../plan/index-names.ts';
import type { VectorRemovals } from '../vector-index/opensearch-vectors.ts';
import { writeBulk } from '../wire/bulk-writer.ts';
import { expungeDeleted } from '../wire/expunge-deleted.ts';
import { removeMatching } from '../wire/remove-matching.ts';
import { search } from '../wire/search.ts';
import { pinId, supersessionId } from './flag-ids.ts';
import type { IndexContext } from './index-context.ts';
import { writeEvents } from './write-events.ts';

interface HeldEvent {
  readonly parts: readonly number[];
  readonly event: { readonly record: { readonly envelope: { readonly id: string } } };
}

const EVENTS_A_REQUEST = 1_000;

/**
 * Erases content from the generation that is read. There must be no other generation, as one that is being filled or
 * was left behind would keep the content. `wipe` waits until every copy of a shard has replaced its earlier segments.
 * Errors beside the port's: `unavailable`, naming the other generations.
 */
export function indexErasure(context: IndexContext, { removeReplaced, owe, removeSpace }: VectorRemovals): IndexErasure {
  const { connection, names, options, freshness } = context;
  const prefix = checkedPrefix(options.prefix);
  const ours = [names.texts, names.events, names.flags];

  const nameOf = (index: string): string => index.slice(`${prefix}-events-`.length);
  const own = nameOf(names.events);
  const refuseOthers = async (): Promise<void> => {
    const others = Object.keys(await readAliases(connection, `${prefix}-events-*`)).filter((index) => index !== names.events);
    if (others.length > 0)
      throw new TotalRecallError(
        'unavailable',
        `Nothing is erased while there is another index generation (${others.map(nameOf).join(', ')}): it may hold the same. ` +
          `Once ${own} is in use (\`total-recall index status\`), \`total-recall index drop\` removes the others. ` +
          `Ingest makes it so after an upgrade; after a rollback run \`total-recall index use ${own}\` first.`,
        { retryAfterMs: 60_000 },
      );
  };
  const removeSession = async (scope: string, session: string): Promise<void> => {
    const place = { index: names.events, routing: scope, doing: 'list events to erase' };
    const [toTexts, toEvents, toFlags] = [names.texts, names.events, names.flags].map(writeAliasOf) as [string, string, string];
    for (;;) {
      await freshness.refresh(ours);
      const { hits } = await search<HeldEvent>(connection, place, {
        size: EVENTS_A_REQUEST,
        _source: ['parts', 'event.record.envelope.id'],
        query: { bool: { filter: [{ term: { scope } }, { term: { session } }] } },
        sort: [{ ordinal: 'asc' }],
      });
      const events = hits.hits.map(({ _source: { parts, event } }) => ({ parts, eventId: event.record.envelope.id }));
      if (events.length === 0) return;
      await removeReplaced(events.map((one) => ({ ...one, scope, version: 0, vectorsUpTo: Number.MAX_SAFE_INTEGER })));
      const removal = (index: string, id: string) => ({ index, id, routing: scope });
      const about = events.flatMap(({ eventId, parts }) => [
        ...parts.map((part) => removal(toTexts, documentKey(scope, eventId, part))),
        ...[pinId(scope, eventId), supersessionId(scope, eventId)].map((id) => removal(toFlags, id)),
      ]);
      await writeBulk(connection, about, 'erase texts');
      // Event documents are removed last, because they list the others.
      const keys = events.map(({ eventId }) => removal(toEvents, eventKey(scope, eventId)));
      await writeBulk(connection, keys, 'erase events');
    }
  };
  const removeAll = async (scope: string): Promise<void> => {
    await removeSpace(scope);
    for (const index of ours) {
      await freshness.refresh([index]);
      await removeMatching(connection, { index, routing: scope, doing: 'erase a space' }, [{ term: { scope } }]);
    }
  };
  return {
    refuseNow: refuseOthers,
    rewrite: async (partition, writes) => {
      await refuseOthers();
      await writeEvents(context, writes, [], { onReplaced: removeReplaced, replacesEqual: true });
      // Listed last: vectors that are made before the others are removed would be removed, too.
      await owe(partition, writes);
      await freshness.refresh([...ours, names.marks]);
    },
    remove: async ({ tenant, space, session }) => {
      await refuseOthers();
      const scope = scopeOf(tenant, space);
      await (session === undefined ? removeAll(scope) : removeSession(scope, session));
      await freshness.refresh(ours);
    },
    wipe: async () => {
      await refuseOthers();
      const held = Object.keys(await readAliases(connection, `${prefix}-vectors-*`));
      const vectors = vectorIndicesAmong(held, prefix, options.generation ?? '').map(({ index }) => index);
      await expungeDeleted(connection, [...ours, names.marks, ...vectors]);
    },
  };
}
