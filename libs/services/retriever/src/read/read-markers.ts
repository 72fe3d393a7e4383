import type { CompactionRecord, Marker, MarkerRecord, SessionAddress, SessionState } from '@total-recall/domain';
import type { MarkerExpansion, Retriever } from '@total-recall/ports';
import { LIMITS, pagesOf, TotalRecallError } from '@total-recall/runtime';
import type { RetrieverConfig, RetrieverDeps } from '../retriever-deps.ts';
import { readSignedRange } from '../window/signed-range.ts';
import { foldedSession, type ReadDeps } from './folded-session.ts';
import { readPage, type PageRange } from './read-page.ts';
import { isInHistory, isRangeName, rangeManifest, rangeMarker, readRange } from './read-range.ts';
import { waitUntilFolded } from './wait-until-folded.ts';
import { notFound } from './views.ts';

/** Most sessions of a space whose markers one listing reads. */
const SESSIONS_LOOKED_AT = 1_000;
/** Most compaction events opened for one marker; a marker of C cycles has O(C) parts. */
const PARTS_FOLLOWED = 10_000;
const PARTS_BATCH = 64;

/** Reads markers, their manifests, and the exact spans behind them. Source: C8, C11. */
export function createMarkerReader(deps: ReadDeps, config: RetrieverConfig): Pick<Retriever, 'markers' | 'manifest' | 'expand'> {
  return {
    async markers({ tenant, space, session, topic, limit }) {
      const states =
        session === undefined
          ? await statesOf(deps, config, { tenant, space })
          : [(await foldedSession(deps, config, { tenant, space, session })).state];
      const wanted = topic === undefined ? undefined : new Set(deps.analyser.analyse(topic));
      const matches = (marker: Marker): boolean =>
        wanted === undefined || marker.topics.some((label) => deps.analyser.analyse(label).some((term) => wanted.has(term)));
      const found = states.flatMap((state) =>
        state.markers.filter(matches).map((marker) => ({ ...marker, session: state.session, importance: importanceOf(marker) })),
      );
      found.sort(
        (a, b) =>
          b.importance - a.importance ||
          b.toTime - a.toTime ||
          (a.session < b.session ? -1 : a.session > b.session ? 1 : a.fromOrdinal - b.fromOrdinal),
      );
      return { markers: found.slice(0, Math.max(1, Math.min(limit, LIMITS.pageSize))) };
    },
    async manifest(query) {
      if (isRangeName(query.markerId)) {
        const { events } = await rangeAtEnd(deps, config, query);
        return { marker: rangeMarker(deps, query, events), manifests: [rangeManifest(events)] };
      }
      const { records } = await readMarker(deps, config, query);
      return { marker: records[0]!.marker, manifests: records.map((record) => record.manifest) };
    },
    async expand(query) {
      if (isRangeName(query.markerId)) return expandRange(deps, config, query);
      const { marker, records, reads } = await readMarker(deps, config, query);
      const ids = new Set(records.flatMap((record) => record.manifest.eventIds));
      const bounds = [marker, ...records.map((record) => record.marker)];
      return expandPage(reads, query, marker, {
        fromOrdinal: bounds.reduce((least, { fromOrdinal }) => Math.min(least, fromOrdinal), Infinity),
        toOrdinal: bounds.reduce((most, { toOrdinal }) => Math.max(most, toOrdinal), 0),
        isWanted: ({ record }) => ids.has(record.envelope.id),
      });
    },
  };
}

type ExpandQuery = MarkerQuery & { readonly limit: number; readonly cursor?: string };

/** Expands a range. Its marker describes the whole range, however few of the events are on a page. */
async function expandRange(deps: ReadDeps, config: RetrieverConfig, query: ExpandQuery): Promise<MarkerExpansion> {
  const { events, reads } = await rangeAtEnd(deps, config, query);
  const marker = rangeMarker(deps, query, events);
  return expandPage(reads, query, marker, { fromOrdinal: marker.fromOrdinal, toOrdinal: marker.toOrdinal, isWanted: isInHistory });
}

/** Reads a range whose events may have been appended a moment ago, with dependencies whose index has them. */
async function rangeAtEnd(deps: ReadDeps, config: RetrieverConfig, query: MarkerQuery) {
  if (!readSignedRange(deps.signer, query, query.markerId)) throw notFound('marker');
  const { index } = await foldedSession(deps, config, query);
  const reads = { ...deps, index };
  return { events: await readRange(reads, query), reads };
}

/** Reads a page of the events behind a marker, from the cursor on. */
async function expandPage(
  deps: RetrieverDeps,
  query: ExpandQuery,
  marker: Marker,
  { fromOrdinal, ...wanted }: Pick<PageRange, 'fromOrdinal' | 'toOrdinal' | 'isWanted'>,
): Promise<MarkerExpansion> {
  const { tenant, space, session } = query;
  const limit = Math.max(1, Math.min(query.limit, LIMITS.expandPage));
  const from = Math.max(fromOrdinal, cursorOf(query.cursor, marker));
  const { events, nextOrdinal } = await readPage(deps, { tenant, space, session, ...wanted, fromOrdinal: from, limit });
  return { marker, events, ...(nextOrdinal === undefined ? {} : { cursor: `${marker.id}.${nextOrdinal}` }) };
}

/**
 * Scores how much a marker stands for: evicted tokens by order of magnitude, events, and the compactions merged in it.
 */
function importanceOf(marker: Marker): number {
  return Math.round(100 * (Math.log10(1 + marker.evictedTokens) + 0.5 * Math.log2(1 + marker.eventCount) + 0.25 * marker.level)) / 100;
}

async function statesOf(
  deps: RetrieverDeps,
  config: RetrieverConfig,
  { tenant, space }: { readonly tenant: string; readonly space: string },
): Promise<SessionState[]> {
  await waitUntilFolded(deps, config);
  const { sessions } = deps;
  const states: SessionState[] = [];
  for await (const page of pagesOf((from) => sessions.list({ tenant, space, limit: 100, ...from }))) {
    const loaded = await Promise.all(page.sessions.filter((summary) => summary.markers > 0).map((summary) => sessions.load(summary)));
    for (const state of loaded) if (state !== undefined) states.push(state);
    if (states.length >= SESSIONS_LOOKED_AT) break;
  }
  return states;
}

function cursorOf(cursor: string | undefined, marker: Marker): number {
  if (cursor === undefined) return 0;
  const at = cursor.lastIndexOf('.');
  const ordinal = Number(cursor.slice(at + 1));
  if (cursor.slice(0, at) !== marker.id || !Number.isSafeInteger(ordinal) || ordinal < 1)
    throw new TotalRecallError('invalid_cursor', 'The cursor is not one of this marker.');
  return ordinal;
}

type MarkerQuery = SessionAddress & { readonly markerId: string };

interface ReadMarker {
  readonly marker: Marker;
  readonly records: readonly MarkerRecord[];
  /** Dependencies whose index has all events of the session. */
  readonly reads: RetrieverDeps;
}

async function readMarker(deps: ReadDeps, config: RetrieverConfig, query: MarkerQuery): Promise<ReadMarker> {
  const { state, index } = await foldedSession(deps, config, query);
  const reads = { ...deps, index };
  const marker = await markerOf(reads, state, query);
  return { marker, records: await recordsOf(reads, query, marker), reads };
}

/** Finds a current marker, or one that was merged into a parent. */
async function markerOf(deps: RetrieverDeps, state: SessionState, query: MarkerQuery): Promise<Marker> {
  const standing = state.markers.find((marker) => marker.id === query.markerId);
  if (standing !== undefined) return standing;
  // A marker that is a part is described by its own record, whatever its level.
  for (const parent of state.markers) {
    const part = (await recordsOf(deps, query, parent)).find((record) => record.marker.id === query.markerId);
    if (part !== undefined) return part.marker;
  }
  throw notFound('marker');
}

/** Reads the marker's own record first, then those of its parts, breadth first. */
async function recordsOf(
  deps: Pick<RetrieverDeps, 'index' | 'sealer'>,
  address: SessionAddress,
  marker: { readonly id: string; readonly eventId: string },
): Promise<MarkerRecord[]> {
  const records: MarkerRecord[] = [];
  const seen = new Set<string>();
  let level: { markerId: string; eventId: string }[] = [{ markerId: marker.id, eventId: marker.eventId }];
  while (level.length > 0 && records.length < PARTS_FOLLOWED) {
    const batch = level.slice(0, PARTS_BATCH);
    level = level.slice(PARTS_BATCH);
    const compactions = await compactionsOf(deps, address, [...new Set(batch.map((part) => part.eventId))]);
    for (const { markerId, eventId } of batch) {
      const compaction = compactions.get(eventId);
      const record = compaction?.type === 'ContextCompacted' ? compaction.made.find((made) => made.marker.id === markerId) : undefined;
      if (record === undefined || seen.has(`${eventId} ${markerId}`)) continue;
      seen.add(`${eventId} ${markerId}`);
      records.push(record);
      level.push(...record.parts);
    }
  }
  if (records.length === 0) throw notFound('marker');
  return records;
}

async function compactionsOf(
  { index, sealer }: Pick<RetrieverDeps, 'index' | 'sealer'>,
  address: SessionAddress,
  eventIds: readonly string[],
): Promise<Map<string, CompactionRecord>> {
  const events = await index.events(address.tenant, address.space, eventIds);
  const opened = await sealer.openAll(
    events.flatMap((event) => (event?.record.envelope.session === address.session ? [event.record] : [])),
  );
  const found = new Map<string, CompactionRecord>();
  for (const { envelope, body } of opened)
    if (typeof body !== 'string' && body.compaction !== undefined) found.set(envelope.id, body.compaction);
  return found;
}
