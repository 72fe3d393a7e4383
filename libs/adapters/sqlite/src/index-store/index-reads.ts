import { INDEX_LIMITS, type MemoryIndex } from '@total-recall/ports';
import { checkCount, checkMost, checkQueryTerms, checkRanges, LIMITS } from '@total-recall/runtime';
import type { IndexReaderHandlers } from './index-messages.ts';
import { unpackEvent } from './pack-event.ts';
import { packDocuments } from './packed-documents.ts';
import { packPlaces, unpackTextHits } from './packed-hits.ts';
import { sumsOfTerms } from './term-sums.ts';

/** Asks a reader thread. Errors: `closed`. */
export type ReadIndex = <Method extends keyof IndexReaderHandlers>(
  method: Method,
  ...args: Parameters<IndexReaderHandlers[Method]>
) => Promise<ReturnType<IndexReaderHandlers[Method]>>;

interface TextReadDeps {
  readonly read: ReadIndex;
  readonly refuseClosed: () => void;
  /** Number by which documents of this index are known again. */
  readonly writerId: number;
}

/** Creates the reads of texts: searches, and what documents hold of terms. */
export function textReads({
  read,
  refuseClosed,
  writerId,
}: TextReadDeps): Pick<MemoryIndex, 'searchText' | 'statistics' | 'documentsAt' | 'countsOf' | 'compareTerms'> {
  return {
    searchText: async ({ tenant, space, terms, limit, filter }) => {
      refuseClosed();
      checkQueryTerms(terms);
      checkCount('limit', limit, INDEX_LIMITS.hits);
      return unpackTextHits(await read('search', { tenant, space, terms, limit, filter }), terms.length, writerId);
    },
    statistics: async (tenant, space, terms) => {
      refuseClosed();
      checkQueryTerms(terms);
      return read('statistics', tenant, space, terms);
    },
    documentsAt: async ({ tenant, space, terms, places }) => {
      refuseClosed();
      checkQueryTerms(terms);
      checkMost('places', places.length, INDEX_LIMITS.places);
      return unpackTextHits(await read('documentsAt', { tenant, space, terms, places: packPlaces(places) }), terms.length, writerId);
    },
    countsOf: async ({ tenant, space, terms, documents }) => {
      refuseClosed();
      checkQueryTerms(terms);
      checkMost('documents', documents.length, INDEX_LIMITS.documents);
      const { counts, lengths } = await read('countsOf', { tenant, space, terms, documents: packDocuments(documents, writerId) });
      return Array.from(lengths, (length, at) =>
        length < 0 ? undefined : { length, termCounts: Array.from(counts.subarray(at * terms.length, (at + 1) * terms.length)) },
      );
    },
    compareTerms: async ({ tenant, space, documents }) => {
      refuseClosed();
      checkMost('documents', documents.length, INDEX_LIMITS.documents);
      const lengths = Uint32Array.from(documents, ({ terms }) => terms.length);
      const sums = sumsOfTerms(documents.map(({ terms }) => terms));
      return read('compareTerms', { tenant, space, documents: packDocuments(documents, writerId), sums, lengths });
    },
  };
}

/** Creates the reads of events: by id, ending, session, artifact or pin. */
export function eventReads(
  read: ReadIndex,
): Pick<MemoryIndex, 'events' | 'eventsByEnding' | 'sessionEvents' | 'eventsInRanges' | 'eventsOfArtifact' | 'pinned'> {
  return {
    events: async (tenant, space, eventIds) => {
      checkMost('events', eventIds.length, INDEX_LIMITS.eventIds);
      return (await read('events', tenant, space, eventIds)).map((event) => event && unpackEvent(tenant, space, event));
    },
    eventsByEnding: async (tenant, space, endings) => {
      checkMost('endings', endings.length, INDEX_LIMITS.eventIds);
      return (await read('eventsByEnding', tenant, space, endings)).map((event) => event && unpackEvent(tenant, space, event));
    },
    sessionEvents: async ({ tenant, space, session, fromOrdinal, toOrdinal = Number.MAX_SAFE_INTEGER, limit, bytes = Infinity }) => {
      checkCount('limit', limit, INDEX_LIMITS.sessionEvents);
      return (await read('sessionEvents', { tenant, space, session, fromOrdinal, toOrdinal, limit, bytes })).map((event) =>
        unpackEvent(tenant, space, event),
      );
    },
    eventsInRanges: async ({ tenant, space, ranges }) => {
      checkRanges(ranges);
      if (ranges.length === 0) return [];
      const found = await read('eventsInRanges', { tenant, space, ranges });
      return found.map((events) => events.map((event) => unpackEvent(tenant, space, event)));
    },
    eventsOfArtifact: async (query) => {
      checkCount('limit', query.limit, INDEX_LIMITS.artifactEvents);
      return read('eventsOfArtifact', query);
    },
    pinned: async (tenant, space, limit) => read('pinned', tenant, space, Math.max(0, Math.min(limit, LIMITS.pinnedPerSpace))),
  };
}
