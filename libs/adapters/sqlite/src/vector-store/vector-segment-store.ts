import type { DatabaseSync } from 'node:sqlite';
import { createLruMap } from '@total-recall/runtime/recent-entries';
import { createStoredSegments, inLevels, type SegmentRow } from './stored-segment.ts';
import type { VectorCipher } from './vector-cipher.ts';
import { aligned, joinSegments, MAX_SEGMENT_VECTORS, pick, placeOfNumber, type VectorSegment } from './vector-format.ts';

/** Segments below this size are always joined. */
const SMALL_SEGMENT_VECTORS = 256;
const NUMBER_CACHE_BYTES = 4 * 1024 * 1024;

/** A set whose segments are written. */
export interface SegmentSet {
  readonly id: number;
  readonly dimensions: number;
  /** Seals what is written, and opens what was sealed. */
  readonly cipher: VectorCipher | undefined;
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
  add(set: SegmentSet, segment: VectorSegment): void;
  /** Rewrites the segments with documents of these ranges without them. Returns the number of removed vectors. */
  remove(set: SegmentSet, ranges: readonly NumberRange[]): number;
  /** Seals a segment that stands in the clear. Returns false when there is none. */
  sealOne(set: SegmentSet): boolean;
  dropAll(set: number): void;
}

export function createVectorSegmentStore(db: DatabaseSync): VectorSegmentStore {
  const { listed, clear, storedNumbers } = prepareStatements(db);
  const stored = createStoredSegments(db);
  const cache = createLruMap<Uint32Array>(NUMBER_CACHE_BYTES);
  const newestFirst = (set: number): SegmentRow[] => listed.all(set) as unknown as SegmentRow[];
  const numbersOf = ({ id, documents }: SegmentRow): Uint32Array => {
    let numbers = cache.get(`${id}`);
    if (!numbers) {
      const { buffer, byteOffset } = aligned((storedNumbers.get(id) as { numbers: Uint8Array }).numbers);
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
    add: ({ id, dimensions, cipher }, added) => {
      const segment = inLevels(added, dimensions);
      const joined: SegmentRow[] = [];
      let documents = segment.numbers.length;
      for (const row of newestFirst(id)) {
        const total = documents + row.documents;
        if (total > MAX_SEGMENT_VECTORS || (row.documents > documents && total > SMALL_SEGMENT_VECTORS)) break;
        joined.unshift(row);
        documents = total;
      }
      const former = joined.map((row) => stored.load(row, dimensions, cipher));
      const whole = joined.length === 0 ? segment : joinSegments([...former, segment], dimensions);
      for (const row of joined) stored.drop(row.id);
      stored.save(id, dimensions, whole, cipher);
    },
    remove: ({ id, dimensions, cipher }, ranges) => {
      let removed = 0;
      for (const row of newestFirst(id)) {
        const touching = ranges.filter(({ from, to }) => from <= row.last && to > row.first);
        if (touching.length === 0) continue;
        const numbers = numbersOf(row);
        const kept = placesOutside(numbers, touching);
        if (kept.length === numbers.length) continue;
        removed += numbers.length - kept.length;
        const rest = kept.length === 0 ? undefined : pick(stored.load(row, dimensions, cipher), kept, dimensions);
        stored.drop(row.id);
        if (rest) stored.save(id, dimensions, rest, cipher);
      }
      return removed;
    },
    sealOne: ({ id, dimensions, cipher }) => {
      const row = clear.get(id) as unknown as SegmentRow | undefined;
      if (!row) return false;
      const segment = stored.load(row, dimensions, undefined);
      stored.drop(row.id);
      stored.save(id, dimensions, segment, cipher);
      return true;
    },
    dropAll: (set) => {
      for (const row of newestFirst(set)) stored.drop(row.id);
    },
  };
}

function prepareStatements(db: DatabaseSync) {
  const columns = 'id, documents, first, last, coded';
  return {
    listed: db.prepare(`SELECT ${columns} FROM vector_segment WHERE vector_set = ? ORDER BY id DESC`),
    clear: db.prepare(
      `SELECT ${columns} FROM vector_segment WHERE vector_set = ? AND id NOT IN (SELECT segment FROM vector_nonce) LIMIT 1`,
    ),
    storedNumbers: db.prepare('SELECT numbers FROM vector_segment WHERE id = ?'),
  };
}

/** Returns the places of the numbers that are in none of these ranges. */
function placesOutside(numbers: Uint32Array, ranges: readonly NumberRange[]): Uint32Array {
  return Uint32Array.from(numbers.keys()).filter(
    (place) => !ranges.some(({ from, to }) => numbers[place]! >= from && numbers[place]! < to),
  );
}
