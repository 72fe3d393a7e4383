import { INDEX_LIMITS, type IndexedEvent, type MemoryIndex, type OrdinalRange } from '@total-recall/ports';
import { batchesOf, checkCount, checkMost, checkRanges, splitRuns } from '@total-recall/runtime';
import { eventKey, scopeOf } from '../plan/document-ids.ts';
import { readMany } from '../wire/read-many.ts';
import { search } from '../wire/search.ts';
import { toIndexedEvent, type EventSource, type FlagSource } from './event-source.ts';
import { supersessionId } from './flag-ids.ts';
import type { IndexContext } from './index-context.ts';

/** Events in one request; sealed bodies are a few KB each. */
const EVENTS_A_REQUEST = 500;
/** The same where bytes are bounded, as only the answer says how large bodies are. */
const BOUNDED_EVENTS_A_REQUEST = 64;
const IDS_A_REQUEST = 5_000;

export function pointReads(
  context: IndexContext,
): Pick<MemoryIndex, 'events' | 'eventsByEnding' | 'eventsOfArtifact' | 'sessionEvents' | 'eventsInRanges'> {
  const { connection, names, freshness } = context;
  return {
    events: async (tenant, space, eventIds) => {
      checkMost('events', eventIds.length, INDEX_LIMITS.eventIds);
      const scope = scopeOf(tenant, space);
      const addresses = eventIds.map((id) => ({ index: names.events, id: eventKey(scope, id), routing: scope }));
      const doing = 'read events';
      const [found, superseded] = await Promise.all([
        readMany<EventSource>(connection, addresses, { doing, portion: EVENTS_A_REQUEST }),
        readSupersessions(context, scope, eventIds),
      ]);
      return found.map((event, at) => event && toIndexedEvent(event.source, superseded[at]));
    },
    eventsByEnding: async (tenant, space, endings) => {
      checkMost('endings', endings.length, INDEX_LIMITS.eventIds);
      if (endings.length === 0) return [];
      const scope = scopeOf(tenant, space);
      await freshness.ensure(names.events);
      const found = new Map<string, EventSource>();
      for (const asked of batchesOf(endings, EVENTS_A_REQUEST))
        for (const source of await readEndings(context, scope, asked)) found.set(source.ending, source);
      const sources = endings.map((ending) => found.get(ending));
      const ids = sources.map((source) => source?.event.record.envelope.id ?? '');
      const superseded = await readSupersessions(context, scope, ids);
      return sources.map((source, at) => source && toIndexedEvent(source, superseded[at]));
    },
    sessionEvents: async (query) => {
      checkCount('limit', query.limit, INDEX_LIMITS.sessionEvents);
      const scope = scopeOf(query.tenant, query.space);
      await freshness.ensure(names.events);
      return withSupersessions(context, scope, await readSession(context, scope, query));
    },
    eventsInRanges: async ({ tenant, space, ranges }) => {
      checkRanges(ranges);
      if (ranges.length === 0) return [];
      const scope = scopeOf(tenant, space);
      await freshness.ensure(names.events);
      const events = await withSupersessions(context, scope, await readRanges(context, scope, ranges));
      return ranges.map(({ session, fromOrdinal, toOrdinal }) =>
        events.filter(
          ({ record, accepted }) => record.envelope.session === session && accepted.ordinal >= fromOrdinal && accepted.ordinal <= toOrdinal,
        ),
      );
    },
    eventsOfArtifact: async ({ tenant, space, artifactId, limit }) => {
      checkCount('limit', limit, INDEX_LIMITS.artifactEvents);
      const scope = scopeOf(tenant, space);
      await freshness.ensure(names.events);
      const { hits } = await search<Pick<EventSource, 'event'>>(
        connection,
        { index: names.events, routing: scope, doing: 'read the events of an artifact' },
        {
          size: limit,
          track_total_hits: false,
          _source: ['event.record.envelope.id'],
          query: { bool: { filter: [{ term: { scope } }, { term: { artifacts: artifactId } }] } },
        },
      );
      return hits.hits.map(({ _source }) => _source.event.record.envelope.id);
    },
  };
}

async function readSupersessions(
  { connection, names }: IndexContext,
  scope: string,
  ids: readonly string[],
): Promise<(string | undefined)[]> {
  const addresses = ids.map((id) => ({ index: names.flags, id: supersessionId(scope, id), routing: scope }));
  const found = await readMany<FlagSource>(connection, addresses, { doing: 'read what supersedes events', portion: IDS_A_REQUEST });
  return found.map((flag) => flag?.source.by);
}

async function withSupersessions(context: IndexContext, scope: string, sources: readonly EventSource[]): Promise<IndexedEvent[]> {
  const ids = sources.map(({ event }) => event.record.envelope.id);
  const superseded = await readSupersessions(context, scope, ids);
  return sources.map((source, at) => toIndexedEvent(source, superseded[at]));
}

/** Reads the events of all ranges by ordinal, each once. */
async function readRanges({ connection, names }: IndexContext, scope: string, ranges: readonly OrdinalRange[]): Promise<EventSource[]> {
  const place = { index: names.events, routing: scope, doing: 'read events of many sessions' };
  const found = new Map<string, EventSource>();
  for (const portion of splitRuns(ranges, { sizeOf: ordinalsIn, mostSize: EVENTS_A_REQUEST })) {
    const { hits } = await search<EventSource>(connection, place, {
      size: portion.reduce((sum, range) => sum + ordinalsIn(range), 0),
      track_total_hits: false,
      query: { bool: { filter: [{ term: { scope } }, { bool: { should: portion.map(inRange) } }] } },
      sort: [{ ordinal: 'asc' }],
    });
    for (const { _id, _source } of hits.hits) found.set(_id, _source);
  }
  return [...found.values()].sort((left, right) => left.ordinal - right.ordinal);
}

function ordinalsIn({ fromOrdinal, toOrdinal }: OrdinalRange): number {
  return Math.max(0, toOrdinal - fromOrdinal + 1);
}

function inRange({ session, fromOrdinal, toOrdinal }: OrdinalRange): object {
  return { bool: { filter: [{ term: { session } }, { range: { ordinal: { gte: fromOrdinal, lte: toOrdinal } } }] } };
}

async function readEndings({ connection, names }: IndexContext, scope: string, endings: readonly string[]): Promise<EventSource[]> {
  const place = { index: names.events, routing: scope, doing: 'read events by the endings of their ids' };
  const { hits } = await search<EventSource>(connection, place, {
    size: endings.length,
    track_total_hits: false,
    query: { bool: { filter: [{ term: { scope } }, { terms: { ending: endings } }] } },
  });
  return hits.hits.map(({ _source }) => _source);
}

async function readSession(
  { connection, names }: IndexContext,
  scope: string,
  { session, fromOrdinal, toOrdinal, limit, bytes }: Parameters<MemoryIndex['sessionEvents']>[0],
): Promise<EventSource[]> {
  const place = { index: names.events, routing: scope, doing: 'read the events of a session' };
  const sources: EventSource[] = [];
  const most = bytes === undefined ? EVENTS_A_REQUEST : BOUNDED_EVENTS_A_REQUEST;
  let sealedBytes = 0;
  for (let from = fromOrdinal; sources.length < limit;) {
    const size = Math.min(most, limit - sources.length);
    const ordinal = { gte: from, ...(toOrdinal === undefined ? {} : { lte: toOrdinal }) };
    const { hits } = await search<EventSource>(connection, place, {
      size,
      track_total_hits: false,
      query: { bool: { filter: [{ term: { scope } }, { term: { session } }, { range: { ordinal } }] } },
      sort: [{ ordinal: 'asc' }],
    });
    for (const { _source: source } of hits.hits) {
      sources.push(source);
      sealedBytes += Buffer.byteLength(source.event.record.sealed, 'base64');
      if (bytes !== undefined && sealedBytes >= bytes) return sources;
    }
    if (hits.hits.length < size) break;
    from = sources.at(-1)!.ordinal + 1;
  }
  return sources;
}
