import type { DatabaseSync } from 'node:sqlite';
import { ByteLru } from '../index-store/byte-lru.ts';
import { signColumns } from './sign-scan.ts';
import { aligned, BLOCKS_PER_VECTOR_SEGMENT, rowsPerBlock, signBytes } from './vector-format.ts';
import { joinBlocks } from './vector-segment-store.ts';

export interface VectorSegmentPlace {
  readonly id: number;
  readonly documents: number;
  /** The lowest and the highest number in it. */
  readonly first: number;
  readonly last: number;
}

/** Numbers of the documents and scales of their rows. */
export interface VectorHead {
  readonly numbers: Uint32Array;
  readonly scales: Float32Array;
}

/** Gives where the row at a place of a segment begins, in bytes that stay as they are until the next call. */
export interface RowSource {
  readonly rows: Int8Array;
  readonly from: number;
}

export interface VectorSegmentReader {
  segments(set: number): VectorSegmentPlace[];
  head(segment: VectorSegmentPlace): VectorHead;
  /** As `signColumns` lays them. */
  signs(segment: VectorSegmentPlace, dimensions: number): Uint8Array;
  /** All rows of a segment, kept for the next time. */
  rows(segment: VectorSegmentPlace, dimensions: number): Int8Array;
  /** Reads single rows: from memory where the whole set fits there or happens to be, else page by page. Ask for rising places. */
  rowReader(segment: VectorSegmentPlace, dimensions: number, setDocuments: number): (place: number) => RowSource;
}

/** What an entry of a cache costs beside its bytes, roughly. */
const ENTRY_BYTES = 400;

/** Segments never change and their ids are never used twice, so nothing needs to be invalidated: what a merge has dropped ages out. */
export function createVectorSegmentReader(db: DatabaseSync, cacheBytes: number): VectorSegmentReader {
  const list = db.prepare('SELECT id, documents, first, last FROM vector_segment WHERE vector_set = ? ORDER BY id');
  const headOf = db.prepare('SELECT numbers, scales FROM vector_segment WHERE id = ?');
  const signsOf = db.prepare('SELECT signs FROM vector_segment WHERE id = ?');
  const blocksOf = db.prepare('SELECT data FROM vector_block WHERE id >= ? AND id < ? ORDER BY id');
  const blockAt = db.prepare('SELECT data FROM vector_block WHERE id = ?');
  const rowBytes = (cacheBytes * 3) / 4;
  const heads = new ByteLru<VectorHead>(cacheBytes / 16);
  const signs = new ByteLru<Uint8Array>((cacheBytes * 3) / 16);
  const rows = new ByteLru<Int8Array>(rowBytes);

  const rowsOf = ({ id, documents }: VectorSegmentPlace, dimensions: number): Int8Array => {
    let found = rows.get(`${id}`);
    if (!found) {
      const blocks = blocksOf.iterate(
        id * BLOCKS_PER_VECTOR_SEGMENT,
        (id + 1) * BLOCKS_PER_VECTOR_SEGMENT,
      ) as Iterable<unknown> as Iterable<{ data: Uint8Array }>;
      found = joinBlocks(blocks, documents * dimensions);
      rows.set(`${id}`, found, ENTRY_BYTES + found.byteLength);
    }
    return found;
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
    signs: ({ id }, dimensions) => {
      let found = signs.get(`${id}`);
      if (!found) {
        found = signColumns((signsOf.get(id) as { signs: Uint8Array }).signs, signBytes(dimensions));
        signs.set(`${id}`, found, ENTRY_BYTES + found.byteLength);
      }
      return found;
    },
    rows: rowsOf,
    rowReader: (segment, dimensions, setDocuments) => {
      const whole = setDocuments * dimensions <= rowBytes ? rowsOf(segment, dimensions) : rows.get(`${segment.id}`);
      if (whole) return (place) => ({ rows: whole, from: place * dimensions });
      const perBlock = rowsPerBlock(dimensions);
      let current = -1;
      let data: Int8Array = new Int8Array(0);
      return (place) => {
        const block = Math.floor(place / perBlock);
        if (block !== current) {
          const stored = (blockAt.get(segment.id * BLOCKS_PER_VECTOR_SEGMENT + block) as { data: Uint8Array }).data;
          data = new Int8Array(stored.buffer, stored.byteOffset, stored.byteLength);
          current = block;
        }
        return { rows: data, from: (place - block * perBlock) * dimensions };
      };
    },
  };
}
