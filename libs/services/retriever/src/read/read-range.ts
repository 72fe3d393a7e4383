import type { EventEnvelope, Manifest, Marker, SessionAddress } from '@total-recall/domain';
import { INDEX_LIMITS, type IndexedEvent } from '@total-recall/ports';
import { LIMITS } from '@total-recall/runtime';
import type { RetrieverDeps } from '../retriever-deps.ts';
import { readSignedRange } from '../window/signed-range.ts';
import { notFound } from './views.ts';

/** Events read at once. */
const PAGE = 200;

/** Event kinds that are not part of a window's history. */
const LEFT_OUT = new Set(['compaction', 'task_state']);

export function isInHistory({ record }: Pick<IndexedEvent, 'record'>): boolean {
  return !LEFT_OUT.has(record.envelope.kind);
}

/** Returns true when a marker's name is a range, which exists in one call's window only. */
export function isRangeName(markerId: string): boolean {
  return markerId.startsWith('r');
}

type RangeQuery = SessionAddress & { readonly markerId: string };

/** An event of a range, without its body. */
type RangeEvent = Pick<IndexedEvent, 'accepted'> & { readonly envelope: EventEnvelope };

/** Reads what the events of a signed range are, 20,000 of them at most. Errors: `not_found`. */
export async function readRange(deps: Pick<RetrieverDeps, 'index' | 'signer'>, query: RangeQuery): Promise<readonly RangeEvent[]> {
  const range = readSignedRange(deps.signer, query, query.markerId);
  if (!range) throw notFound('marker');
  const { tenant, space, session } = query;
  const events: RangeEvent[] = [];
  for (let from = range.fromOrdinal; from <= range.toOrdinal && events.length < INDEX_LIMITS.sessionEvents;) {
    const place = { tenant, space, session, fromOrdinal: from, toOrdinal: range.toOrdinal };
    const read = await deps.index.sessionEvents({ ...place, limit: PAGE, bytes: LIMITS.pageBytes });
    if (read.length === 0) break;
    events.push(...read.filter(isInHistory).map(({ accepted, record: { envelope } }) => ({ accepted, envelope })));
    from = read.at(-1)!.accepted.ordinal + 1;
  }
  return events;
}

/** Describes a range as a marker. It was never recorded, so it has no topics and no compaction event. */
export function rangeMarker(deps: Pick<RetrieverDeps, 'signer'>, query: RangeQuery, events: readonly RangeEvent[]): Marker {
  const range = readSignedRange(deps.signer, query, query.markerId);
  if (!range || events.length === 0) throw notFound('marker');
  const turns = events.map(({ accepted }) => accepted.turn);
  const times = events.map(({ envelope }) => envelope.occurredAt);
  return {
    id: query.markerId,
    eventId: '',
    ...range,
    fromTurn: Math.min(...turns),
    toTurn: Math.max(...turns),
    topics: [],
    level: 0,
    eventCount: events.length,
    evictedTokens: events.reduce((sum, { envelope }) => sum + envelope.tokens.whole, 0),
    tokens: 0,
    fromTime: Math.min(...times),
    toTime: Math.max(...times),
  };
}

/** Describes the content of a range as a manifest. */
export function rangeManifest(events: readonly RangeEvent[]): Manifest {
  return {
    eventIds: events.map(({ envelope }) => envelope.id),
    anchors: [],
    artifactIds: [],
    taskStateVersion: 0,
    hints: { entities: [], paths: [], tools: [], keywords: [] },
  };
}
