import { NO_MARKS } from '@total-recall/domain';
import type { IndexWrite, MemoryIndex, VectorIndex } from '@total-recall/ports';
import { createClosing, refuseRequest, type DerivedKeys, type HeldMemory } from '@total-recall/runtime';
import { startDatabaseThread, type DatabaseThread } from '../thread/database-thread.ts';
import type { OwnFolder } from '../thread/own-folder.ts';
import type { SharedThread } from '../thread/shared-thread.ts';
import { workerFile } from '@total-recall/runtime/start-worker';
import { newTally, readTally, setShare, type ThreadTally } from '../thread/thread-tally.ts';
import type { IndexReaderHandlers, IndexWriterHandlers } from './index-messages.ts';
import type { IndexReaderData } from './index-reader.ts';
import type { IndexWriterData } from './index-writer.ts';
import { eventReads, textReads, type ReadIndex } from './index-reads.ts';
import { packWrite } from './pack-event.ts';
import { createSqliteVectors } from '../vector-store/sqlite-vectors.ts';
import type { VectorReaderHandlers, VectorWriterHandlers } from '../vector-store/vector-messages.ts';
import { createVectorKeys, type VectorKeys } from '../vector-store/vector-keys.ts';
import type { VectorReaderData } from '../vector-store/vector-reader.ts';

export interface SqliteMemoryIndexOptions {
  /** Path of a database file used by this index alone. It can be rebuilt from the log. */
  readonly path: string;
  /** The log that the index is of, by the id of its generation. Default: any. */
  readonly folder?: OwnFolder;
  /** Number of threads that answer queries. Default: 1. */
  readonly readers?: number;
  readonly caches?: Partial<IndexCaches>;
  /** Told what the caches hold: postings, columns, vectors and tokens. */
  readonly held?: Pick<HeldMemory, 'count'>;
  /** Keys under which vectors are sealed. Default: none, and they stand in the clear; sealed ones are then not found. */
  readonly vectorKey?: DerivedKeys;
  /** Thread that all its connections share with other stores. Default: one for each of them. */
  readonly beside?: SharedThread;
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
 * Errors: `invalid_request` for a bad option, `unavailable` when the file cannot be opened, `damaged` when it is of another
 * log.
 */
export async function createSqliteMemoryIndex(options: SqliteMemoryIndexOptions): Promise<MemoryIndex & { readonly vectors: VectorIndex }> {
  const { path, folder, readers: wanted = 1, held, beside } = options;
  const caches = { ...CACHES, ...options.caches };
  if (!Number.isInteger(wanted) || wanted < 1 || wanted > MAX_READERS)
    refuseRequest(`An index has 1 to ${MAX_READERS} readers, not ${wanted}.`);
  const writerData: IndexWriterData = { path, cacheBytes: caches.pages, folder };
  const writer = await startDatabaseThread<IndexWriterHandlers & VectorWriterHandlers>({
    name: 'memory-index-writer',
    file: workerFile('./index-writer', import.meta.url),
    data: writerData,
    beside,
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
          beside,
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
    return assembleIndex(writer, readers, createVectorKeys(options.vectorKey), () =>
      startDatabaseThread({
        name: 'memory-index-vectors',
        file: workerFile('../vector-store/vector-reader', import.meta.url),
        data: vectorData,
        beside,
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
  keys: VectorKeys,
  startVectorReader: () => Promise<DatabaseThread<VectorReaderHandlers>>,
): MemoryIndex & { readonly vectors: VectorIndex } {
  const leastBusy = createReaderPool(readers);
  const { refuseClosed, close } = createClosing('The index', async () => {
    await Promise.all([...readers.map((reader) => reader.close()), closeVectors()]);
    await writer.close();
  });
  const read: ReadIndex = async (method, ...args) => {
    refuseClosed();
    return (await leastBusy((reader) => reader.call(method, args))) as ReturnType<IndexReaderHandlers[typeof method]>;
  };
  const {
    vectors,
    forget: forgetVectors,
    close: closeVectors,
  } = createSqliteVectors({ writer, startReader: startVectorReader, refuseClosed, keys });
  const keysOf = (writes: readonly IndexWrite[]) => keys.ofAll(writes.map(({ event }) => event.record.envelope));
  return {
    vectors,
    write: async (_partition, writes, supersessions = []) => {
      refuseClosed();
      await writer.call('write', [writes.map(packWrite), supersessions, await keysOf(writes)]);
    },
    erasing: {
      rewrite: async (_partition, writes) => {
        refuseClosed();
        await writer.call('rewrite', [writes.map(packWrite), await keysOf(writes)]);
      },
      remove: async (place) => {
        refuseClosed();
        await writer.call('remove', [place, await keys.of(place)]);
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
    ...textReads({ read, refuseClosed, writerId: writer.id }),
    ...eventReads(read),
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
    close,
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
