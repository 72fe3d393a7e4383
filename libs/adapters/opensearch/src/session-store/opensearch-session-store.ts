import type { SessionState } from '@total-recall/domain';
import { spaceKey } from '@total-recall/domain';
import type { SessionStore, SessionSummary } from '@total-recall/ports';
import { decodePageCursor, encodePageCursor, TotalRecallError } from '@total-recall/runtime';
import { createFreshness } from '../memory-index/index-context.ts';
import { sessionId, tenantRoute, versionOf } from '../plan/document-ids.ts';
import { ensureIndices } from '../plan/ensure-indices.ts';
import { indexNames, writeAliasOf, type IndexOptions } from '../plan/index-names.ts';
import { writeBulk, type BulkWrite } from '../wire/bulk-writer.ts';
import { expungeDeleted } from '../wire/expunge-deleted.ts';
import { connectOpenSearch, type OpenSearchConnection } from '../wire/opensearch-connection.ts';
import type { OpenSearchSettings } from '../wire/opensearch-settings.ts';
import { readDocument } from '../wire/read-document.ts';
import { search, type SearchPlace } from '../wire/search.ts';
import { readSpaces } from './read-spaces.ts';
import { packState, unpackState } from './state-codec.ts';

export interface OpenSearchSessionOptions extends IndexOptions {
  readonly opensearch: OpenSearchSettings;
}

const MAX_PAGE = 1_000;
const SUMMARY = ['tenant', 'space', 'session', 'offset', 'events', 'turn', 'cycle', 'markers', 'firstAt', 'lastAt'] as const;

/**
 * Opens the store of session states on OpenSearch, one document each. `load` sees every save at once; lists do so in
 * the process that saves, and elsewhere within about a second. A failed `save` may have saved a part, which a repeat
 * completes.
 */
export async function createOpenSearchSessionStore(options: OpenSearchSessionOptions): Promise<SessionStore> {
  const connection = connectOpenSearch(options.opensearch);
  const index = indexNames(options).sessions;
  try {
    await ensureIndices(connection, options, ['sessions']);
  } catch (error) {
    await connection.close();
    throw error;
  }
  const freshness = createFreshness(connection);
  const placeFor = async (tenant: string, doing: string): Promise<SearchPlace> => {
    await freshness.ensure(index);
    return { index, routing: tenantRoute(tenant), doing };
  };
  return {
    load: (address) => loadState(connection, index, address),
    save: async (states) => {
      const bad = states.find(({ offset }) => !Number.isSafeInteger(offset));
      if (bad) throw new TotalRecallError('internal', `The state of session ${bad.session} has no whole offset.`);
      const writes = newestOf(states).map((state) => toWrite(writeAliasOf(index), state));
      await writeBulk(connection, await Promise.all(writes), 'save session states');
      if (states.length > 0) freshness.wrote(index);
    },
    replace: async (states, gone) => {
      const removals = gone.map(({ tenant, space, session }): BulkWrite => {
        return { index: writeAliasOf(index), id: sessionId(tenant, space, session), routing: tenantRoute(tenant) };
      });
      const writes = states.map((state) => toWrite(writeAliasOf(index), state));
      await writeBulk(connection, [...removals, ...writes], 'replace session states');
      await freshness.refresh([index]);
    },
    refresh: () => freshness.refresh([index]),
    wipe: () => expungeDeleted(connection, [index]),
    list: async ({ tenant, space, limit, cursor }) => {
      const scope = `sessions/${spaceKey({ tenant, space })}`;
      const after = cursor === undefined ? undefined : decodePageCursor(scope, cursor);
      const size = pageSize(limit);
      const { hits } = await search<never>(connection, await placeFor(tenant, 'list sessions'), {
        size: size + 1,
        track_total_hits: false,
        _source: false,
        docvalue_fields: SUMMARY,
        query: { bool: { filter: [{ term: { tenant } }, { term: { space } }] } },
        sort: [{ lastAt: 'desc' }, { session: 'asc' }],
        ...(after ? { search_after: [after.at, after.name] } : {}),
      });
      const sessions = hits.hits.map(
        ({ fields }) => Object.fromEntries(SUMMARY.map((name) => [name, fields![name]![0]])) as unknown as SessionSummary,
      );
      return sessions.length <= size
        ? { sessions }
        : { sessions: sessions.slice(0, size), cursor: endOf(scope, sessions[size - 1]!, 'session') };
    },
    spaces: async ({ tenant, limit, cursor, only }) => {
      const scope = `spaces/${tenant}`;
      const after = cursor === undefined ? undefined : decodePageCursor(scope, cursor);
      const size = pageSize(limit);
      const all = await readSpaces(connection, await placeFor(tenant, 'list spaces'), tenant, only);
      const rest = all.filter(({ lastAt, space }) => !after || lastAt < after.at || (lastAt === after.at && space > after.name));
      const spaces = rest.slice(0, size);
      return rest.length <= size ? { spaces } : { spaces, cursor: endOf(scope, spaces.at(-1)!, 'space') };
    },
    close: () => connection.close(),
  };
}

async function loadState(
  connection: OpenSearchConnection,
  index: string,
  { tenant, space, session }: Parameters<SessionStore['load']>[0],
): Promise<SessionState | undefined> {
  const address = { index, id: sessionId(tenant, space, session), routing: tenantRoute(tenant) };
  const found = await readDocument<{ readonly state: string }>(connection, address, {
    doing: 'load a session state',
    field: 'state',
  });
  return found && unpackState(found.state);
}

/** Keeps the newest of several states of a session in one call. */
function newestOf(states: readonly SessionState[]): SessionState[] {
  const newest = new Map<string, SessionState>();
  for (const state of states) {
    const id = sessionId(state.tenant, state.space, state.session);
    if ((newest.get(id)?.offset ?? -Infinity) <= state.offset) newest.set(id, state);
  }
  return [...newest.values()];
}

function toWrite(index: string, state: SessionState): BulkWrite {
  const { tenant, space, session, offset, turn, cycle, firstAt, lastAt } = state;
  const summary: SessionSummary = {
    tenant,
    space,
    session,
    offset,
    events: state.ordinal,
    turn,
    cycle,
    markers: state.markers.length,
    firstAt,
    lastAt,
  };
  return {
    index,
    id: sessionId(tenant, space, session),
    routing: tenantRoute(tenant),
    source: { ...summary, state: packState(state) },
    version: versionOf(offset),
    replacesEqual: true,
  };
}

function endOf<Name extends string>(scope: string, last: Readonly<Record<Name, string>> & { readonly lastAt: number }, name: Name): string {
  return encodePageCursor(scope, { at: last.lastAt, name: last[name] });
}

function pageSize(limit: number): number {
  return Math.min(MAX_PAGE, Math.max(1, Math.trunc(limit) || 1));
}
