import type { Manifest, Marker, SessionAddress } from '@total-recall/domain';
import type { IndexedEvent } from '@total-recall/ports';
import type { RetrieverDeps } from '../retriever-deps.ts';
import { readSignedRange } from '../window/signed-range.ts';
import { notFound } from './views.ts';

/** Events read at once. */
const PAGE = 200;

/** Event kinds that are not part of a window's history. */
const LEFT_OUT = new Set(['compaction', 'task_state']);

/** Returns true when a marker's name is a range, which exists in one call's window only. */
export function isRangeName(markerId: string): boolean {
  return markerId.startsWith('r');
}

type RangeQuery = SessionAddress & { readonly markerId: string };

/**
 * Reads at most `limit` events of a signed range from an ordinal on, and where the next page
 * begins. Errors: `not_found`.
 */
export async function readRange(
  deps: Pick<RetrieverDeps, 'index' | 'signer'>,
  query: RangeQuery,
  page: { readonly fromOrdinal: number; readonly limit: number },
): Promise<{ readonly events: readonly IndexedEvent[]; readonly nextOrdinal?: number }> {
  const range = readSignedRange(deps.signer, query, query.markerId);
  if (!range) throw notFound('marker');
  const { tenant, space, session } = query;
  const events: IndexedEvent[] = [];
  for (let from = Math.max(page.fromOrdinal, range.fromOrdinal); from <= range.toOrdinal;) {
    const read = await deps.index.sessionEvents({ tenant, space, session, fromOrdinal: from, toOrdinal: range.toOrdinal, limit: PAGE });
    if (read.length === 0) break;
    events.push(...read.filter(({ record }) => !LEFT_OUT.has(record.envelope.kind)));
    const next = events[page.limit];
    if (next) return { events: events.slice(0, page.limit), nextOrdinal: next.accepted.ordinal };
    from = read.at(-1)!.accepted.ordinal + 1;
  }
  return { events };
}

/** Describes a range as a marker. It was never recorded, so it has no topics and no compaction event. */
export function rangeMarker(deps: Pick<RetrieverDeps, 'signer'>, query: RangeQuery, events: readonly IndexedEvent[]): Marker {
  const range = readSignedRange(deps.signer, query, query.markerId);
  if (!range || events.length === 0) throw notFound('marker');
  const turns = events.map(({ accepted }) => accepted.turn);
  const times = events.map(({ record }) => record.envelope.occurredAt);
  return {
    id: query.markerId,
    eventId: '',
    ...range,
    fromTurn: Math.min(...turns),
    toTurn: Math.max(...turns),
    topics: [],
    level: 0,
    eventCount: events.length,
    evictedTokens: events.reduce((sum, { record }) => sum + record.envelope.tokens.whole, 0),
    tokens: 0,
    fromTime: Math.min(...times),
    toTime: Math.max(...times),
  };
}

/** Describes the content of a range as a manifest. */
export function rangeManifest(events: readonly IndexedEvent[]): Manifest {
  return {
    eventIds: events.map(({ record }) => record.envelope.id),
    anchors: [],
    artifactIds: [],
    taskStateVersion: 0,
    hints: { entities: [], paths: [], tools: [], keywords: [] },
  };
}
