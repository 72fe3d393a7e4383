import type { DatabaseSync } from 'node:sqlite';
import { createLruMap } from '@total-recall/runtime/recent-entries';
import { isCoded, packSizes, sizeBytes, toLevels, unpackRows } from './row-code.ts';
import {
  aligned,
  BLOCKS_PER_VECTOR_SEGMENT,
  bytesOf,
  joinSegments,
  MAX_SEGMENT_VECTORS,
  pick,
  placeOfNumber,
  rowsPerBlock,
  type VectorSegment,
} from './vector-format.ts';

/** Segments below this size are always joined. */
const SMALL_SEGMENT_VECTORS = 256;
const NUMBER_CACHE_BYTES = 4 * 1024 * 1024;

interface SegmentRow {
  readonly id: number;
  readonly documents: number;
  readonly first: number;
  readonly last: number;
  /** 1 for rows in the code of `row-code.ts`, 0 for a byte per dimension. */
  readonly coded: 0 | 1;
}

export interface NumberRange {
  readonly from: number;
  /** End of the range, exclusive. */
  readonly to: number;
}

/** Writes vector segments. */
export interface VectorSegmentStore {
  /** Returns for each document whether the set has its vector. */
  holds(set: number, numbers: readonly number[]): boolean[];
  /** Adds a segment, joined with the newest ones so that each older segment is at least twice as large as the next. */
  add(set: number, dimensions: number, segment: VectorSegment): void;
  /** Rewrites the segments with documents of these ranges without them. Returns the number of removed vectors. */
  remove(set: number, dimensions: number, ranges: readonly NumberRange[]): number;
  dropAll(set: number): void;
}

export function createVectorSegmentStore(db: DatabaseSync): VectorSegmentStore {
  const statements = prepareStatements(db);
  const cache = createLruMap<Uint32Array>(NUMBER_CACHE_BYTES);
  const newestFirst = (set: number): SegmentRow[] => statements.newestFirst.all(set) as unknown as SegmentRow[];
  const numbersOf = ({ id, documents }: SegmentRow): Uint32Array => {
    let numbers = cache.get(`${id}`);
    if (!numbers) {
      const { buffer, byteOffset } = aligned((statements.numbers.get(id) as { numbers: Uint8Array }).numbers);
      numbers = new Uint32Array(buffer, byteOffset, documents);
      cache.set(`${id}`, numbers, numbers.byteLength);
    }
    return numbers;
  };
  return {
    holds: (set, wanted) => {
      const rows = newestFirst(set);
      return wanted.map((number) =>
        rows.some((row) => {
          if (number < row.first || number > row.last) return false;
          const numbers = numbersOf(row);
          return numbers[placeOfNumber(numbers, number)] === number;
        }),
      );
    },
    add: (set, dimensions, added) => {
      const segment = inLevels(added, dimensions);
      const joined: SegmentRow[] = [];
      let documents = segment.numbers.length;
      for (const row of newestFirst(set)) {
        const total = documents + row.documents;
        if (total > MAX_SEGMENT_VECTORS || (row.documents > documents && total > SMALL_SEGMENT_VECTORS)) break;
        joined.unshift(row);
        documents = total;
      }
      const whole =
        joined.length === 0 ? segment : joinSegments([...joined.map((row) => load(statements, row, dimensions)), segment], dimensions);
      for (const row of joined) drop(statements, row.id);
      save(statements, set, dimensions, whole);
    },
    remove: (set, dimensions, ranges) => {
      let removed = 0;
      for (const row of newestFirst(set)) {
        const touching = ranges.filter(({ from, to }) => from <= row.last && to > row.first);
        if (touching.length === 0) continue;
        const numbers = numbersOf(row);
        const kept = Uint32Array.from(numbers.keys()).filter(
          (place) => !touching.some(({ from, to }) => numbers[place]! >= from && numbers[place]! < to),
        );
        if (kept.length === numbers.length) continue;
        removed += numbers.length - kept.length;
        const rest = kept.length === 0 ? undefined : pick(load(statements, row, dimensions), kept, dimensions);
        drop(statements, row.id);
        if (rest) save(statements, set, dimensions, rest);
      }
      return removed;
    },
    dropAll: (set) => {
      for (const row of newestFirst(set)) drop(statements, row.id);
    },
  };
}

type Statements = ReturnType<typeof prepareStatements>;

function prepareStatements(db: DatabaseSync) {
  return {
    newestFirst: db.prepare('SELECT id, documents, first, last, coded FROM vector_segment WHERE vector_set = ? ORDER BY id DESC'),
    numbers: db.prepare('SELECT numbers FROM vector_segment WHERE id = ?'),
    whole: db.prepare('SELECT numbers, scales, signs FROM vector_segment WHERE id = ?'),
    blocks: db.prepare('SELECT data FROM vector_block WHERE id >= ? AND id < ? ORDER BY id'),
    dropBlocks: db.prepare('DELETE FROM vector_block WHERE id >= ? AND id < ?'),
    dropSegment: db.prepare('DELETE FROM vector_segment WHERE id = ?'),
    addSegment: db.prepare(
      'INSERT INTO vector_segment (vector_set, documents, first, last, coded, numbers, scales, signs) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
    ),
    addBlock: db.prepare('INSERT INTO vector_block (id, data) VALUES (?, ?)'),
  };
}

function load(statements: Statements, { id, documents, coded }: SegmentRow, dimensions: number): VectorSegment {
  const stored = statements.whole.get(id) as { numbers: Uint8Array; scales: Uint8Array; signs: Uint8Array };
  const numbers = aligned(stored.numbers);
  const scales = aligned(stored.scales);
  const blocks = statements.blocks.iterate(id * BLOCKS_PER_VECTOR_SEGMENT, (id + 1) * BLOCKS_PER_VECTOR_SEGMENT);
  const segment = {
    numbers: new Uint32Array(numbers.buffer, numbers.byteOffset, documents),
    scales: new Float32Array(scales.buffer, scales.byteOffset, documents),
    signs: stored.signs,
    rows: joinRows(blocks, { documents, dimensions, signs: coded === 1 ? stored.signs : undefined }),
  };
  return coded === 1 ? segment : inLevels(segment, dimensions);
}

/** Converts a segment to the row code if its dimensions allow it. Its signs stay. */
function inLevels(segment: VectorSegment, dimensions: number): VectorSegment {
  return isCoded(dimensions) ? { ...segment, ...toLevels(segment.rows, segment.scales, dimensions) } : segment;
}

/** Joins the rows of a segment from its blocks. Coded rows need `signs`. */
export function joinRows(
  blocks: Iterable<unknown>,
  { documents, dimensions, signs }: { readonly documents: number; readonly dimensions: number; readonly signs: Uint8Array | undefined },
): Int8Array {
  const rows = new Int8Array(documents * dimensions);
  const bytes = signs ? new Uint8Array(documents * sizeBytes(dimensions)) : new Uint8Array(rows.buffer);
  let at = 0;
  for (const { data } of blocks as Iterable<{ readonly data: Uint8Array }>) {
    bytes.set(data, at);
    at += data.byteLength;
  }
  if (signs) unpackRows(bytes, signs, rows);
  return rows;
}

function drop(statements: Statements, id: number): void {
  statements.dropBlocks.run(id * BLOCKS_PER_VECTOR_SEGMENT, (id + 1) * BLOCKS_PER_VECTOR_SEGMENT);
  statements.dropSegment.run(id);
}

function save(statements: Statements, set: number, dimensions: number, { numbers, scales, signs, rows }: VectorSegment): void {
  const coded = isCoded(dimensions);
  const [first, last] = [numbers[0]!, numbers.at(-1)!];
  const saved = statements.addSegment.run(set, numbers.length, first, last, Number(coded), bytesOf(numbers), bytesOf(scales), signs);
  const id = Number(saved.lastInsertRowid);
  const bytes = coded ? packSizes(rows) : bytesOf(rows);
  const rowBytes = coded ? sizeBytes(dimensions) : dimensions;
  const step = rowsPerBlock(rowBytes) * rowBytes;
  for (let from = 0, block = 0; from < bytes.length; from += step, block += 1) {
    statements.addBlock.run(id * BLOCKS_PER_VECTOR_SEGMENT + block, bytes.subarray(from, from + step));
  }
}
