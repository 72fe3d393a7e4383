import type { DatabaseSync } from 'node:sqlite';
import { createLruMap } from '@total-recall/runtime/recent-entries';
import { tallied, type ThreadTally } from '../thread/thread-tally.ts';
import { sizeBytes, unpackRows } from './row-code.ts';
import { signColumns, signsAt } from './sign-scan.ts';
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
  segments(set: number): VectorSegmentPlace[];
  head(segment: VectorSegmentPlace): VectorHead;
  /** Returns signs in the layout of `signColumns`. */
  signs(segment: VectorSegmentPlace, dimensions: number): Uint8Array;
  /** Returns all rows of a segment and caches them. */
  rows(segment: VectorSegmentPlace, dimensions: number): Int8Array;
  /**
   * Creates a reader of single rows: from memory if the whole set fits there or is cached, else page by page. Places
   * should ascend.
   */
  rowReader(segment: VectorSegmentPlace, dimensions: number, setDocuments: number): (place: number) => RowSource;
  /** Drops everything that is cached. */
  forget(): void;
}

/** Approximate memory of a cache entry besides its bytes. */
const ENTRY_BYTES = 400;

/**
 * Creates a cached reader. Segments never change and their ids are never reused, so nothing needs to be invalidated:
 * segments that a merge has dropped age out.
 */
export function createVectorSegmentReader(db: DatabaseSync, cacheBytes: number, held: ThreadTally): VectorSegmentReader {
  const list = db.prepare('SELECT id, documents, first, last, coded FROM vector_segment WHERE vector_set = ? ORDER BY id');
  const headOf = db.prepare('SELECT numbers, scales FROM vector_segment WHERE id = ?');
  const signsOf = db.prepare('SELECT signs FROM vector_segment WHERE id = ?');
  const blocksOf = db.prepare('SELECT data FROM vector_block WHERE id >= ? AND id < ? ORDER BY id');
  const blockAt = db.prepare('SELECT data FROM vector_block WHERE id = ?');
  const rowBytes = (cacheBytes * 3) / 4;
  const heads = createLruMap<VectorHead>(cacheBytes / 16, tallied(held));
  const signs = createLruMap<Uint8Array>((cacheBytes * 3) / 16, tallied(held));
  const rows = createLruMap<Int8Array>(rowBytes, tallied(held));

  const storedSigns = (id: number): Uint8Array => (signsOf.get(id) as { signs: Uint8Array }).signs;
  const columnsOf = ({ id }: VectorSegmentPlace, dimensions: number): Uint8Array => {
    let found = signs.get(`${id}`);
    if (!found) {
      found = signColumns(storedSigns(id), signBytes(dimensions));
      signs.set(`${id}`, found, ENTRY_BYTES + found.byteLength);
    }
    return found;
  };
  const rowsOf = ({ id, documents, coded }: VectorSegmentPlace, dimensions: number): Int8Array => {
    let found = rows.get(`${id}`);
    if (!found) {
      const blocks = blocksOf.iterate(id * BLOCKS_PER_VECTOR_SEGMENT, (id + 1) * BLOCKS_PER_VECTOR_SEGMENT);
      found = joinRows(blocks, { documents, dimensions, signs: coded === 1 ? storedSigns(id) : undefined });
      rows.set(`${id}`, found, ENTRY_BYTES + found.byteLength);
    }
    return found;
  };
  /** Reads rows block by block. Coded rows take their signs from memory. */
  const rowsByBlock = (segment: VectorSegmentPlace, dimensions: number): ((place: number) => RowSource) => {
    const rowBytes = segment.coded === 1 ? sizeBytes(dimensions) : dimensions;
    const perBlock = rowsPerBlock(rowBytes);
    const columns = segment.coded === 1 ? columnsOf(segment, dimensions) : undefined;
    const decoded = { signs: new Uint8Array(signBytes(dimensions)), row: new Int8Array(dimensions) };
    let current = -1;
    let data: Uint8Array = new Uint8Array(0);
    return (place) => {
      const block = Math.floor(place / perBlock);
      if (block !== current) ({ data } = blockAt.get(segment.id * BLOCKS_PER_VECTOR_SEGMENT + block) as { data: Uint8Array });
      current = block;
      const from = (place - block * perBlock) * rowBytes;
      if (!columns) return { rows: new Int8Array(data.buffer, data.byteOffset, data.byteLength), from };
      signsAt(columns, place, decoded.signs);
      unpackRows(data.subarray(from, from + rowBytes), decoded.signs, decoded.row);
      return { rows: decoded.row, from: 0 };
    };
  };
  return {
    segments: (set) => list.all(set) as unknown as VectorSegmentPlace[],
    head: ({ id, documents }) => {
      let found = heads.get(`${id}`);
      if (!found) {
        const stored = headOf.get(id) as { numbers: Uint8Array; scales: Uint8Array };
        const numbers = aligned(stored.numbers);
        const scales = aligned(stored.scales);
        found = {
          numbers: new Uint32Array(numbers.buffer, numbers.byteOffset, documents),
          scales: new Float32Array(scales.buffer, scales.byteOffset, documents),
        };
        heads.set(`${id}`, found, ENTRY_BYTES + 8 * documents);
      }
      return found;
    },
    signs: columnsOf,
    rows: rowsOf,
    rowReader: (segment, dimensions, setDocuments) => {
      const whole = setDocuments * dimensions <= rowBytes ? rowsOf(segment, dimensions) : rows.get(`${segment.id}`);
      return whole ? (place) => ({ rows: whole, from: place * dimensions }) : rowsByBlock(segment, dimensions);
    },
    forget: () => {
      for (const cache of [heads, signs, rows]) cache.clear();
    },
  };
}
