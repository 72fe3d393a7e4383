import { isDeepStrictEqual } from 'node:util';
import { idEnding, NO_MARKS, spaceKey, type Marks } from '@total-recall/domain';
import {
  INDEX_LIMITS,
  type AsideRecord,
  type IndexedEvent,
  type IndexWrite,
  type MemoryIndex,
  type OrdinalRange,
  type TextDocument,
  type TextFilter,
  type TextHit,
  type TextQuery,
  type TextStatistics,
  type VectorIndex,
} from '@total-recall/ports';
import {
  checkCount,
  checkMost,
  checkQueryTerms,
  checkRanges,
  checkTerms,
  LIMITS,
  mergeAside,
  TotalRecallError,
} from '@total-recall/runtime';
import { createMemoryVectors, type VectorDocuments } from './memory-vectors.ts';

interface StoredDocument {
  readonly document: TextDocument;
  readonly counts: ReadonlyMap<string, number>;
}

interface StoredEvent {
  event: IndexedEvent;
  pinned: boolean;
  readonly artifactIds: readonly string[];
  readonly agent?: string;
  readonly documents: readonly StoredDocument[];
}

/** One space: all events, and the documents that a refresh has made visible. */
interface Space {
  readonly events: Map<string, StoredEvent>;
  readonly visible: Map<string, StoredEvent>;
}

function countTerms(document: TextDocument): StoredDocument {
  const counts = new Map<string, number>();
  for (const term of document.terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return { document, counts };
}

function passes(stored: StoredEvent, filter: TextFilter | undefined): boolean {
  if (!filter) return true;
  const { envelope } = stored.event.record;
  const holds = (list: readonly string[] | undefined, value: string): boolean => list === undefined || list.includes(value);
  return (
    holds(filter.sessions, envelope.session) &&
    holds(filter.kinds, envelope.kind) &&
    holds(filter.agents, stored.agent ?? '') &&
    (holds(filter.taskIds, stored.event.accepted.taskId ?? '') || filter.anyTaskOf === envelope.session) &&
    envelope.occurredAt >= (filter.fromTime ?? -Infinity) &&
    envelope.occurredAt <= (filter.toTime ?? Infinity) &&
    filter.withoutEvents?.has(envelope.id) !== true
  );
}

function toHit(stored: StoredEvent, { document, counts }: StoredDocument, terms: readonly string[]): TextHit {
  const { envelope } = stored.event.record;
  return {
    eventId: envelope.id,
    part: document.part,
    ...(document.passage ? { passage: document.passage } : {}),
    session: envelope.session,
    ordinal: stored.event.accepted.ordinal,
    turn: stored.event.accepted.turn,
    kind: envelope.kind,
    occurredAt: envelope.occurredAt,
    termCounts: terms.map((term) => counts.get(term) ?? 0),
    length: document.terms.length,
  };
}

interface State {
  readonly spaces: Map<string, Space>;
  readonly marks: Map<number, Marks>;
  readonly aside: Map<number, readonly AsideRecord[]>;
  readonly unrefreshed: Map<number, Set<StoredEvent>>;
  closed: boolean;
}

function spaceOf(state: State, tenant: string, space: string): Space | undefined {
  if (state.closed) throw new TotalRecallError('closed', 'The index is closed.');
  return state.spaces.get(spaceKey({ tenant, space }));
}

function documentsOf(space: Space | undefined): [StoredEvent, StoredDocument][] {
  return [...(space?.visible.values() ?? [])].flatMap((stored) =>
    stored.documents.map((document): [StoredEvent, StoredDocument] => [stored, document]),
  );
}

function put(state: State, partition: number, write: IndexWrite, replaces = false): void {
  const { envelope, position } = write.event.record;
  const space = spaceOf(state, envelope.tenant, envelope.space) ?? { events: new Map(), visible: new Map() };
  state.spaces.set(spaceKey(envelope), space);
  const before = space.events.get(envelope.id);
  if (before && before.event.record.position.offset >= position.offset && !replaces) return;
  const supersededBy = write.event.supersededBy ?? before?.event.supersededBy;
  const stored: StoredEvent = {
    event: supersededBy === undefined ? write.event : { ...write.event, supersededBy },
    pinned: write.pinned ?? before?.pinned ?? false,
    artifactIds: write.artifactIds ?? [],
    agent: write.agent,
    documents: write.event.accepted.indexed ? write.documents.map(countTerms) : [],
  };
  space.events.set(envelope.id, stored);
  const waiting = state.unrefreshed.get(partition) ?? new Set();
  state.unrefreshed.set(partition, waiting.add(stored));
}

function textStatistics(space: Space | undefined, terms: readonly string[]): TextStatistics {
  const documents = documentsOf(space).map(([, document]) => document);
  return {
    documents: documents.length,
    totalLength: documents.reduce((sum, { document }) => sum + document.terms.length, 0),
    documentFrequencies: terms.map((term) => documents.filter(({ counts }) => counts.has(term)).length),
  };
}

/** Returns the best documents by BM25 among those that contain any of the terms. */
function search(space: Space | undefined, { terms, limit, filter }: TextQuery): TextHit[] {
  const { documents, totalLength, documentFrequencies } = textStatistics(space, terms);
  const idf = documentFrequencies.map((frequency) => Math.log(1 + (documents - frequency + 0.5) / (frequency + 0.5)));
  const scoreOf = ({ length, termCounts }: TextHit): number => {
    const norm = 0.9 * (0.1 + (0.9 * length * documents) / totalLength);
    return termCounts.reduce((sum, count, at) => sum + (idf[at]! * count * 1.9) / (count + norm), 0);
  };
  return documentsOf(space)
    .filter(([stored, { counts }]) => terms.some((term) => counts.has(term)) && passes(stored, filter))
    .map(([stored, document]) => toHit(stored, document, terms))
    .map((hit) => ({ hit, score: scoreOf(hit) }))
    .sort((left, right) => right.score - left.score)
    .slice(0, limit)
    .map(({ hit }) => hit);
}

function vectorDocuments(state: State): VectorDocuments {
  return {
    document: (tenant, space, eventId, part) =>
      spaceOf(state, tenant, space)
        ?.events.get(eventId)
        ?.documents.find(({ document }) => document.part === part)?.document,
    visible: (tenant, space, filter) =>
      documentsOf(spaceOf(state, tenant, space))
        .filter(([stored]) => passes(stored, filter))
        .map(([stored, held]) => {
          const { termCounts: _termCounts, length: _length, ...place } = toHit(stored, held, []);
          return { document: held.document, place };
        }),
  };
}

function textReads(state: State): Pick<MemoryIndex, 'searchText' | 'statistics' | 'documentsAt' | 'countsOf' | 'compareTerms'> {
  return {
    searchText: async (query) => {
      checkQueryTerms(query.terms);
      checkCount('limit', query.limit, INDEX_LIMITS.hits);
      return search(spaceOf(state, query.tenant, query.space), query);
    },
    statistics: async (tenant, space, terms) => {
      checkQueryTerms(terms);
      return textStatistics(spaceOf(state, tenant, space), terms);
    },
    documentsAt: async ({ tenant, space, terms, places }) => {
      checkQueryTerms(terms);
      checkMost('places', places.length, INDEX_LIMITS.places);
      const wanted = new Set(places.map(({ session, ordinal }) => `${ordinal} ${session}`));
      const at = ({ event }: StoredEvent): string => `${event.accepted.ordinal} ${event.record.envelope.session}`;
      const held = [...(spaceOf(state, tenant, space)?.visible.values() ?? [])].filter((stored) => wanted.has(at(stored)));
      return held.flatMap((stored) => {
        const hits = stored.documents.map((document) => toHit(stored, document, terms));
        const matched = ({ termCounts }: TextHit): number => termCounts.filter((count) => count > 0).length;
        return hits.sort((left, right) => matched(right) - matched(left)).slice(0, INDEX_LIMITS.documentsPerPlace);
      });
    },
    countsOf: async ({ tenant, space, terms, documents }) => {
      checkQueryTerms(terms);
      checkMost('documents', documents.length, INDEX_LIMITS.documents);
      const held = spaceOf(state, tenant, space)?.visible;
      return documents.map(({ eventId, part }) => {
        const stored = held?.get(eventId);
        const found = stored?.documents.find(({ document }) => document.part === part);
        if (!stored || !found) return undefined;
        const { termCounts, length } = toHit(stored, found, terms);
        return { termCounts, length };
      });
    },
    compareTerms: async ({ tenant, space, documents }) => {
      checkMost('documents', documents.length, INDEX_LIMITS.documents);
      const held = spaceOf(state, tenant, space)?.visible;
      return documents.map(({ eventId, part, terms }) => {
        const found = held?.get(eventId)?.documents.find(({ document }) => document.part === part);
        if (found === undefined) return 'missing';
        return isDeepStrictEqual(found.document.terms.toSorted(), terms.toSorted()) ? 'same' : 'differs';
      });
    },
  };
}

type PointReads = Pick<
  MemoryIndex,
  'events' | 'eventsByEnding' | 'eventsOfArtifact' | 'sessionEvents' | 'eventsInRanges' | 'pinned' | 'setPinned'
>;

function pointReads(state: State): PointReads {
  const all = (tenant: string, space: string): StoredEvent[] => [...(spaceOf(state, tenant, space)?.events.values() ?? [])];
  const inRange = (tenant: string, space: string, { session, fromOrdinal, toOrdinal }: OrdinalRange): IndexedEvent[] =>
    all(tenant, space)
      .map(({ event }) => event)
      .filter(
        ({ record, accepted }) => record.envelope.session === session && accepted.ordinal >= fromOrdinal && accepted.ordinal <= toOrdinal,
      )
      .sort((left, right) => left.accepted.ordinal - right.accepted.ordinal);
  return {
    events: async (tenant, space, eventIds) => {
      checkMost('events', eventIds.length, INDEX_LIMITS.eventIds);
      const held = spaceOf(state, tenant, space);
      return eventIds.map((id) => held?.events.get(id)?.event);
    },
    eventsByEnding: async (tenant, space, endings) => {
      checkMost('endings', endings.length, INDEX_LIMITS.eventIds);
      const wanted = new Set(endings);
      const found = new Map<string, IndexedEvent>();
      for (const { event } of all(tenant, space)) {
        const ending = idEnding(event.record.envelope.id);
        if (wanted.has(ending)) found.set(ending, event);
      }
      return endings.map((ending) => found.get(ending));
    },
    sessionEvents: async ({ tenant, space, session, fromOrdinal, toOrdinal = Infinity, limit, bytes = Infinity }) => {
      checkCount('limit', limit, INDEX_LIMITS.sessionEvents);
      const found = inRange(tenant, space, { session, fromOrdinal, toOrdinal }).slice(0, limit);
      let size = 0;
      const last = found.findIndex(({ record }) => (size += record.sealed.length) >= bytes);
      return last < 0 ? found : found.slice(0, last + 1);
    },
    eventsInRanges: async ({ tenant, space, ranges }) => {
      checkRanges(ranges);
      return ranges.map((range) => inRange(tenant, space, range));
    },
    eventsOfArtifact: async ({ tenant, space, artifactId, limit }) => {
      checkCount('limit', limit, INDEX_LIMITS.artifactEvents);
      return all(tenant, space)
        .filter(({ artifactIds }) => artifactIds.includes(artifactId))
        .slice(0, limit)
        .map(({ event }) => event.record.envelope.id);
    },
    pinned: async (tenant, space, limit) =>
      all(tenant, space)
        .filter((stored) => stored.pinned)
        .map(({ event }) => event.record.envelope)
        .sort((left, right) => right.recordedAt - left.recordedAt || (left.id < right.id ? 1 : -1))
        .slice(0, Math.max(0, Math.min(limit, LIMITS.pinnedPerSpace)))
        .map(({ id }) => id),
    setPinned: async (tenant, space, eventIds, pinned) => {
      const held = spaceOf(state, tenant, space);
      for (const id of eventIds) {
        const stored = held?.events.get(id);
        if (stored) stored.pinned = pinned;
      }
    },
  };
}

function makeVisible(state: State, partition: number): void {
  for (const stored of state.unrefreshed.get(partition) ?? []) {
    const { tenant, space, id } = stored.event.record.envelope;
    const held = spaceOf(state, tenant, space)!;
    if (held.events.get(id) === stored) held.visible.set(id, stored);
  }
  state.unrefreshed.delete(partition);
}

/**
 * Creates the read model in memory, for tests. It is simple, exact, and strict about `refresh`: text is found only
 * after it.
 */
export function createMemoryIndex(): MemoryIndex & { readonly vectors: VectorIndex } {
  const state: State = { spaces: new Map(), marks: new Map(), aside: new Map(), unrefreshed: new Map(), closed: false };
  const refuseClosed = (): void => {
    if (state.closed) throw new TotalRecallError('closed', 'The index is closed.');
  };
  return {
    ...textReads(state),
    ...pointReads(state),
    vectors: createMemoryVectors(vectorDocuments(state)),
    write: async (partition, writes, supersessions = []) => {
      refuseClosed();
      for (const write of writes) for (const document of write.documents) checkTerms(document.terms);
      for (const write of writes) put(state, partition, write);
      for (const { eventId, by, tenant, space } of supersessions) {
        const stored = spaceOf(state, tenant, space)?.events.get(eventId);
        if (stored) stored.event = { ...stored.event, supersededBy: by };
      }
    },
    refresh: async (partition) => {
      refuseClosed();
      makeVisible(state, partition);
    },
    erasing: {
      rewrite: async (partition, writes) => {
        refuseClosed();
        for (const write of writes) put(state, partition, write, true);
        makeVisible(state, partition);
      },
      wipe: async () => refuseClosed(),
      remove: async ({ tenant, space, session }) => {
        const held = spaceOf(state, tenant, space);
        for (const [id, { event }] of held?.events ?? []) {
          if (session !== undefined && event.record.envelope.session !== session) continue;
          held!.events.delete(id);
          held!.visible.delete(id);
        }
      },
    },
    marks: async (partition) => {
      refuseClosed();
      return state.marks.get(partition) ?? NO_MARKS;
    },
    advanceMarks: async (partition, marks) => {
      refuseClosed();
      const before = state.marks.get(partition) ?? NO_MARKS;
      const embedded = Math.max(before.embedded ?? -1, marks.embedded ?? -1);
      state.marks.set(partition, {
        folded: Math.max(before.folded, marks.folded),
        searchable: Math.max(before.searchable, marks.searchable),
        ...(embedded < 0 ? {} : { embedded }),
      });
    },
    setAside: async (partition, records) => {
      refuseClosed();
      state.aside.set(partition, mergeAside(state.aside.get(partition) ?? [], records));
    },
    aside: async (partition) => {
      refuseClosed();
      return state.aside.get(partition) ?? [];
    },
    close: async () => {
      state.closed = true;
    },
  };
}
