import { NO_MARKS } from '@total-recall/domain';
import { INDEX_LIMITS, type MemoryIndex, type VectorIndex } from '@total-recall/ports';
import { checkCount, checkMost, checkQueryTerms, LIMITS, refuseRequest, TotalRecallError, type HeldMemory } from '@total-recall/runtime';
import { startDatabaseThread, type DatabaseThread } from '../thread/database-thread.ts';
import { workerFile } from '../thread/thread-link.ts';
import { newTally, readTally, setShare, type ThreadTally } from '../thread/thread-tally.ts';
import type { IndexReaderHandlers, IndexWriterHandlers } from './index-messages.ts';
import type { IndexReaderData } from './index-reader.ts';
import type { IndexWriterData } from './index-writer.ts';
import { packWrite, unpackEvent } from './pack-event.ts';
import { packDocuments } from './packed-documents.ts';
import { packPlaces, unpackTextHits } from './packed-hits.ts';
import { sumsOfTerms } from './term-sums.ts';
import { createSqliteVectors } from '../vector-store/sqlite-vectors.ts';
import type { VectorReaderHandlers, VectorWriterHandlers } from '../vector-store/vector-messages.ts';
import type { VectorReaderData } from '../vector-store/vector-reader.ts';

export interface SqliteMemoryIndexOptions {
  /** Path of a database file used by this index alone. It can be rebuilt from the log. */
  readonly path: string;
  /** Number of threads that answer queries. Default: 1. */
  readonly readers?: number;
  readonly caches?: Partial<IndexCaches>;
  /** Told what the caches hold: postings, columns, vectors and tokens. */
  readonly held?: Pick<HeldMemory, 'count'>;
}

/** Sizes of the caches in bytes. Everything in them can be read again. */
export interface IndexCaches {
  /** Postings, columns and term indexes, over all readers. */
  readonly postings: number;
  /** Columns by which vector searches filter. */
  readonly columns: number;
  /** Rows of single documents and places. */
  readonly rows: number;
  /**
   * Vectors, signs and segment heads. They belong to the thread that reads them, which starts with the first use of
   * vectors.
   */
  readonly vectors: number;
  /** Token vectors, kept only for spaces whose token vectors all fit. */
  readonly tokens: number;
  /** Page cache of each connection. */
  readonly pages: number;
}

type WriterThread = DatabaseThread<IndexWriterHandlers & VectorWriterHandlers>;

const MIB = 1024 * 1024;
const MAX_READERS = 16;
const CACHES: IndexCaches = {
  postings: 96 * MIB,
  columns: 64 * MIB,
  rows: 52 * MIB,
  vectors: 144 * MIB,
  tokens: 48 * MIB,
  pages: 16 * MIB,
};

/**
 * Opens the read model in one SQLite file. One writer thread makes and merges immutable segments of postings; reader
 * threads never wait for it. Text search is exact per space: cost and statistics depend on the space alone. Vector
 * search is exact up to 20,000 vectors in a space; above it, it scores the 4,000 whose signs agree best.
 * Errors: `invalid_request` for a bad option, `unavailable` when the file cannot be opened.
 */
export async function createSqliteMemoryIndex(options: SqliteMemoryIndexOptions): Promise<MemoryIndex & { readonly vectors: VectorIndex }> {
  const { path, readers: wanted = 1, held } = options;
  const caches = { ...CACHES, ...options.caches };
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > MAX_READERS)
    refuseRequest(`An index has 1 to ${MAX_READERS} readers, not ${wanted}.`);
  const writerData: IndexWriterData = { path, cacheBytes: caches.pages };
  const writer = await startDatabaseThread<IndexWriterHandlers & VectorWriterHandlers>({
    name: 'memory-index-writer',
    file: workerFile('./index-writer', import.meta.url),
    data: writerData,
  });
  const readers: DatabaseThread<IndexReaderHandlers>[] = [];
  try {
    // The vector search thread caches rows too.
    const rowCacheBytes = caches.rows / (wanted + 1);
    const tallyOf = (part: 'postings' | 'columns' | 'vectors' | 'tokens'): ThreadTally => {
      const tally = newTally();
      held?.count(
        part,
        () => readTally(tally),
        (share) => setShare(tally, share),
      );
      return tally;
    };
    const readerData: Omit<IndexReaderData, 'held'> = {
      path,
      cacheBytes: caches.pages,
      segmentCacheBytes: caches.postings / wanted,
      rowCacheBytes,
    };
    for (let at = 0; at < wanted; at += 1) {
      readers.push(
        await startDatabaseThread<IndexReaderHandlers>({
          name: `memory-index-reader-${at}`,
          file: workerFile('./index-reader', import.meta.url),
          data: { ...readerData, held: tallyOf('postings') } satisfies IndexReaderData,
        }),
      );
    }
    const vectorData: VectorReaderData = {
      path,
      cacheBytes: caches.pages,
      vectorCacheBytes: caches.vectors,
      tokenCacheBytes: caches.tokens,
      columnCacheBytes: caches.columns,
      rowCacheBytes,
      held: { vectors: tallyOf('vectors'), tokens: tallyOf('tokens'), columns: tallyOf('columns') },
    };
    return assembleIndex(writer, readers, () =>
      startDatabaseThread({
        name: 'memory-index-vectors',
        file: workerFile('../vector-store/vector-reader', import.meta.url),
        data: vectorData,
      }),
    );
  } catch (error) {
    await Promise.all([writer, ...readers].map((thread) => thread.close()));
    throw error;
  }
}

function assembleIndex(
  writer: WriterThread,
  readers: readonly DatabaseThread<IndexReaderHandlers>[],
  startVectorReader: () => Promise<DatabaseThread<VectorReaderHandlers>>,
): MemoryIndex & { readonly vectors: VectorIndex } {
  const leastBusy = createReaderPool(readers);
  let closing: Promise<unknown> | undefined;
  const refuseClosed = (): void => {
    if (closing) throw new TotalRecallError('closed', 'The index is closed.');
  };
  const read = async <Method extends keyof IndexReaderHandlers>(
    method: Method,
    ...args: Parameters<IndexReaderHandlers[Method]>
  ): Promise<ReturnType<IndexReaderHandlers[Method]>> => {
    refuseClosed();
    return (await leastBusy((reader) => reader.call(method, args))) as ReturnType<IndexReaderHandlers[Method]>;
  };
  const {
    vectors,
    forget: forgetVectors,
    close: closeVectors,
  } = createSqliteVectors({ writer, startReader: startVectorReader, refuseClosed });
  return {
    vectors,
    write: async (_partition, writes, supersessions = []) => {
      refuseClosed();
      await writer.call('write', [writes.map(packWrite), supersessions]);
    },
    erasing: {
      rewrite: async (_partition, writes) => {
        refuseClosed();
        await writer.call('rewrite', [writes.map(packWrite)]);
      },
      remove: async (place) => {
        refuseClosed();
        await writer.call('remove', [place]);
      },
      wipe: async () => {
        refuseClosed();
        await writer.call('wipe', []);
        await forgetVectors();
      },
    },
    // The next read sees everything committed, so there is nothing to wait for.
    isFoundAtOnce: true,
    refresh: async () => refuseClosed(),
    searchText: async ({ tenant, space, terms, limit, filter }) => {
      refuseClosed();
      checkQueryTerms(terms);
      checkCount('limit', limit, INDEX_LIMITS.hits);
      return unpackTextHits(await read('search', { tenant, space, terms, limit, filter }), terms.length, writer.id);
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
      return unpackTextHits(await read('documentsAt', { tenant, space, terms, places: packPlaces(places) }), terms.length, writer.id);
    },
    countsOf: async ({ tenant, space, terms, documents }) => {
      refuseClosed();
      checkQueryTerms(terms);
      checkMost('documents', documents.length, INDEX_LIMITS.documents);
      const { counts, lengths } = await read('countsOf', { tenant, space, terms, documents: packDocuments(documents, writer.id) });
      return Array.from(lengths, (length, at) =>
        length < 0 ? undefined : { length, termCounts: Array.from(counts.subarray(at * terms.length, (at + 1) * terms.length)) },
      );
    },
    compareTerms: async ({ tenant, space, documents }) => {
      refuseClosed();
      checkMost('documents', documents.length, INDEX_LIMITS.documents);
      const lengths = Uint32Array.from(documents, ({ terms }) => terms.length);
      const sums = sumsOfTerms(documents.map(({ terms }) => terms));
      return read('compareTerms', { tenant, space, documents: packDocuments(documents, writer.id), sums, lengths });
    },
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
    eventsOfArtifact: async (query) => {
      checkCount('limit', query.limit, INDEX_LIMITS.artifactEvents);
      return read('eventsOfArtifact', query);
    },
    pinned: async (tenant, space, limit) => read('pinned', tenant, space, Math.max(0, Math.min(limit, LIMITS.pinnedPerSpace))),
    setPinned: async (tenant, space, eventIds, pinned) => {
      refuseClosed();
      await writer.call('setPinned', [tenant, space, eventIds, pinned]);
    },
    marks: async (partition) => (await read('marks', partition)) ?? NO_MARKS,
    advanceMarks: async (partition, marks) => {
      refuseClosed();
      await writer.call('advanceMarks', [partition, marks]);
    },
    setAside: async (partition, records) => {
      refuseClosed();
      await writer.call('setAside', [partition, records]);
    },
    aside: (partition) => read('aside', partition),
    close: async () => {
      closing ??= Promise.all([...readers.map((reader) => reader.close()), closeVectors()]).then(() => writer.close());
      await closing;
    },
  };
}

/** Creates a pool that gives each call to the reader with the fewest pending calls. */
function createReaderPool<Reader>(readers: readonly Reader[]): <T>(call: (reader: Reader) => Promise<T>) => Promise<T> {
  const busy = readers.map(() => 0);
  return async (call) => {
    const least = busy.indexOf(Math.min(...busy));
    busy[least]! += 1;
    try {
      return await call(readers[least]!);
    } finally {
      busy[least]! -= 1;
    }
  };
}
