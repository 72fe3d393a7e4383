import type { DatabaseSync } from 'node:sqlite';
import { createLruMap } from '@total-recall/runtime/recent-entries';
import { tallied, type ThreadTally } from '../thread/thread-tally.ts';
import { sizeBytes, unpackRows } from './row-code.ts';
import { aligned, BLOCKS_PER_VECTOR_SEGMENT, rowsPerBlock, signBytes } from './vector-format.ts';
import { joinRows } from './vector-segment-store.ts';

export interface VectorSegmentPlace {
  readonly id: number;
  readonly documents: number;
  /** Lowest and highest document number in the segment. */
  readonly first: number;
  readonly last: number;
  /** 1 for rows in the code of `row-code.ts`, 0 for a byte per dimension. */
  readonly coded: 0 | 1;
  /**
   * Says how much of the segment is kept in memory: all, its head and signs, or nothing, as the segments of a search that
   * are read in turn would drive each other out.
   */
  readonly kept: 'whole' | 'signs' | 'nothing';
}

/** Document numbers of a segment, and scales of their rows. */
export interface VectorHead {
  readonly numbers: Uint32Array;
  readonly scales: Float32Array;
}

/** Buffer with a row and the start of the row in it. Valid until the next call. */
export interface RowSource {
  readonly rows: Int8Array;
  readonly from: number;
}

export interface VectorSegmentReader {
  segments(set: number, dimensions: number): VectorSegmentPlace[];
  head(segment: VectorSegmentPlace): VectorHead;
  /** Returns the signs of all rows, one row after the other. */
  signs(segment: VectorSegmentPlace, dimensions: number): Uint8Array;
  /** Returns all rows of a segment. */
  rows(segment: VectorSegmentPlace, dimensions: number): Int8Array;
  /**
   * Creates a reader of single rows: from memory if the whole set fits there, else page by page. Places should ascend.
   * It reads the signs of a row where they are not handed in.
   */
  rowReader(segment: VectorSegmentPlace, dimensions: number): (place: number, signs?: Uint8Array) => RowSource;
  /** Drops everything that is cached. */
  forget(): void;
}

/** Approximate memory of a cache entry besides its bytes. */
const ENTRY_BYTES = 400;
/** Bytes of a number and a scale. */
const HEAD_BYTES = 8;
/** Number of rows whose signs are read one by one, which takes a fifth of the time of reading those of all. */
const FEW_ROWS = 4;
/** Share of the cache that one set may use, so that a large one leaves room to others. */
const SET_SHARE = 7 / 8;

/**
 * Creates a cached reader. Segments never change and their ids are never reused, so nothing needs to be invalidated:
 * segments that a merge has dropped age out.
 */
export function createVectorSegmentReader(db: DatabaseSync, cacheBytes: number, held: ThreadTally): VectorSegmentReader {
  const list = db.prepare('SELECT id, documents, first, last, coded FROM vector_segment WHERE vector_set = ? ORDER BY id');
  const headOf = db.prepare('SELECT numbers, scales FROM vector_segment WHERE id = ?');
  const signsOf = db.prepare('SELECT signs FROM vector_segment WHERE id = ?');
  const rowSigns = db.prepare('SELECT substr(signs, ?, ?) AS signs FROM vector_segment WHERE id = ?');
  const blocksOf = db.prepare('SELECT data FROM vector_block WHERE id >= ? AND id < ? ORDER BY id');
  const blockAt = db.prepare('SELECT data FROM vector_block WHERE id = ?');
  const tally = tallied(held);
  const cache = createLruMap<VectorHead | Uint8Array | Int8Array>(cacheBytes, tally);

  /** Gets an entry, or reads it and keeps it where the segment is kept. */
  function entry<Entry extends VectorHead | Uint8Array | Int8Array>(key: string, isKept: boolean, read: () => Entry, bytes: number): Entry {
    const found = cache.get(key) as Entry | undefined;
    if (found !== undefined) return found;
    const made = read();
    if (isKept) cache.set(key, made, ENTRY_BYTES + bytes);
    return made;
  }
  const storedSigns = (id: number): Uint8Array => (signsOf.get(id) as { signs: Uint8Array }).signs;
  const readHead = ({ id, documents }: VectorSegmentPlace): VectorHead => {
    const stored = headOf.get(id) as { numbers: Uint8Array; scales: Uint8Array };
    const numbers = aligned(stored.numbers);
    const scales = aligned(stored.scales);
    return {
      numbers: new Uint32Array(numbers.buffer, numbers.byteOffset, documents),
      scales: new Float32Array(scales.buffer, scales.byteOffset, documents),
    };
  };
  const signs: VectorSegmentReader['signs'] = ({ id, kept, documents }, dimensions) =>
    entry(`signs ${id}`, kept !== 'nothing', () => storedSigns(id), documents * signBytes(dimensions));
  const rows: VectorSegmentReader['rows'] = ({ id, kept, documents, coded }, dimensions) => {
    const read = (): Int8Array => {
      const blocks = blocksOf.iterate(id * BLOCKS_PER_VECTOR_SEGMENT, (id + 1) * BLOCKS_PER_VECTOR_SEGMENT);
      return joinRows(blocks, { documents, dimensions, signs: coded === 1 ? storedSigns(id) : undefined });
    };
    return entry(`rows ${id}`, kept === 'whole', read, documents * dimensions);
  };
  /** Reads the signs of single rows: of a few by themselves, of more from all. */
  const signsByRow = (segment: VectorSegmentPlace, dimensions: number): ((place: number) => Uint8Array) => {
    const stride = signBytes(dimensions);
    let all = segment.kept === 'nothing' ? undefined : signs(segment, dimensions);
    let read = 0;
    return (place) => {
      if (all === undefined && read === FEW_ROWS) all = storedSigns(segment.id);
      read += 1;
      if (all !== undefined) return all.subarray(place * stride, (place + 1) * stride);
      return (rowSigns.get(place * stride + 1, stride, segment.id) as { signs: Uint8Array }).signs;
    };
  };
  const rowsByBlock = (segment: VectorSegmentPlace, dimensions: number): ReturnType<VectorSegmentReader['rowReader']> => {
    const rowBytes = segment.coded === 1 ? sizeBytes(dimensions) : dimensions;
    const perBlock = rowsPerBlock(rowBytes);
    const row = new Int8Array(dimensions);
    let signsOfRow: ((place: number) => Uint8Array) | undefined;
    let current = -1;
    let data: Uint8Array = new Uint8Array(0);
    return (place, signs) => {
      const block = Math.floor(place / perBlock);
      if (block !== current) ({ data } = blockAt.get(segment.id * BLOCKS_PER_VECTOR_SEGMENT + block) as { data: Uint8Array });
      current = block;
      const from = (place - block * perBlock) * rowBytes;
      if (segment.coded === 0) return { rows: new Int8Array(data.buffer, data.byteOffset, data.byteLength), from };
      signsOfRow ??= signs ? undefined : signsByRow(segment, dimensions);
      unpackRows(data.subarray(from, from + rowBytes), signs ?? signsOfRow!(place), row);
      return { rows: row, from: 0 };
    };
  };
  return {
    segments: (set, dimensions) => {
      const places = list.all(set) as unknown as Omit<VectorSegmentPlace, 'kept'>[];
      const room = cacheBytes * SET_SHARE * tally.share();
      const signsBytes = ({ documents }: Pick<VectorSegmentPlace, 'documents'>): number =>
        2 * ENTRY_BYTES + documents * (HEAD_BYTES + signBytes(dimensions));
      const whole = places.reduce((sum, place) => sum + signsBytes(place) + ENTRY_BYTES + place.documents * dimensions, 0);
      let used = 0;
      return places.map((place) => {
        used += signsBytes(place);
        return { ...place, kept: whole <= room ? 'whole' : used <= room ? 'signs' : 'nothing' };
      });
    },
    head: (segment) => entry(`head ${segment.id}`, segment.kept !== 'nothing', () => readHead(segment), HEAD_BYTES * segment.documents),
    signs,
    rows,
    rowReader: (segment, dimensions) => {
      if (segment.kept !== 'whole') return rowsByBlock(segment, dimensions);
      const whole = rows(segment, dimensions);
      return (place) => ({ rows: whole, from: place * dimensions });
    },
    forget: () => cache.clear(),
  };
}
