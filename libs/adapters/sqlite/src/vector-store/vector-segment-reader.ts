import type { DatabaseSync } from 'node:sqlite';
import { createLruMap } from '@total-recall/runtime/recent-entries';
import { createRoomDivision } from '../index-store/divide-room.ts';
import { tallied, type ThreadTally } from '../thread/thread-tally.ts';
import { createBlockRows, type RowReader } from './block-rows.ts';
import { createSegmentOpener, joinRows, SCALES_AT, SIGNS_AT } from './stored-segment.ts';
import type { VectorCipher } from './vector-cipher.ts';
import { aligned, BLOCKS_PER_VECTOR_SEGMENT, signBytes } from './vector-format.ts';

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
  /** Opens what is sealed of it. */
  readonly cipher: VectorCipher | undefined;
}

/** Document numbers of a segment, and scales of their rows. */
export interface VectorHead {
  readonly numbers: Uint32Array;
  readonly scales: Float32Array;
}

export interface VectorSegmentReader {
  segments(set: number, dimensions: number, cipher?: VectorCipher): VectorSegmentPlace[];
  head(segment: VectorSegmentPlace): VectorHead;
  /** Returns the signs of all rows, one row after the other. */
  signs(segment: VectorSegmentPlace, dimensions: number): Uint8Array;
  /** Returns all rows of a segment. */
  rows(segment: VectorSegmentPlace, dimensions: number): Int8Array;
  /**
   * Creates a reader of single rows: from memory if the whole set fits there, else page by page. Places should ascend.
   * It reads the signs of a row where they are not handed in.
   */
  rowReader(segment: VectorSegmentPlace, dimensions: number): RowReader;
  /** Drops everything that is cached. */
  forget(): void;
}

/** Approximate memory of a cache entry besides its bytes. */
const ENTRY_BYTES = 400;
/** Bytes of a number and a scale. */
const HEAD_BYTES = 8;
/** Share of the cache that one set may use, so that a large one leaves room to others. */
const SET_SHARE = 7 / 8;

/**
 * Creates a cached reader. Segments never change and their ids are never reused, so nothing needs to be invalidated:
 * segments that a merge has dropped age out.
 */
export function createVectorSegmentReader(db: DatabaseSync, cacheBytes: number, held: ThreadTally): VectorSegmentReader {
  const headOf = db.prepare('SELECT numbers, scales FROM vector_segment WHERE id = ?');
  const signsOf = db.prepare('SELECT signs FROM vector_segment WHERE id = ?');
  const blocksOf = db.prepare('SELECT data FROM vector_block WHERE id >= ? AND id < ? ORDER BY id');
  const blockRows = createBlockRows(db);
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
  const openerOf = createSegmentOpener(db);
  const storedSigns = ({ id, cipher }: VectorSegmentPlace): Uint8Array =>
    openerOf(id, cipher)(SIGNS_AT, (signsOf.get(id) as { signs: Uint8Array }).signs);
  const readHead = ({ id, documents, cipher }: VectorSegmentPlace): VectorHead => {
    const stored = headOf.get(id) as { numbers: Uint8Array; scales: Uint8Array };
    const numbers = aligned(stored.numbers);
    const scales = aligned(openerOf(id, cipher)(SCALES_AT, stored.scales));
    return {
      numbers: new Uint32Array(numbers.buffer, numbers.byteOffset, documents),
      scales: new Float32Array(scales.buffer, scales.byteOffset, documents),
    };
  };
  const signs: VectorSegmentReader['signs'] = (segment, dimensions) =>
    entry(`signs ${segment.id}`, segment.kept !== 'nothing', () => storedSigns(segment), segment.documents * signBytes(dimensions));
  const rows: VectorSegmentReader['rows'] = (segment, dimensions) => {
    const { id, kept, documents, coded, cipher } = segment;
    const read = (): Int8Array => {
      const blocks = blocksOf.iterate(id * BLOCKS_PER_VECTOR_SEGMENT, (id + 1) * BLOCKS_PER_VECTOR_SEGMENT);
      return joinRows(blocks, { documents, dimensions, signs: coded === 1 ? storedSigns(segment) : undefined, open: openerOf(id, cipher) });
    };
    return entry(`rows ${id}`, kept === 'whole', read, documents * dimensions);
  };
  return {
    segments: createVectorSegmentList(db, () => cacheBytes * SET_SHARE * tally.share()),
    head: (segment) => entry(`head ${segment.id}`, segment.kept !== 'nothing', () => readHead(segment), HEAD_BYTES * segment.documents),
    signs,
    rows,
    rowReader: (segment, dimensions) => {
      if (segment.kept !== 'whole')
        return blockRows(segment, dimensions, {
          kept: () => (segment.kept === 'nothing' ? undefined : signs(segment, dimensions)),
          read: () => storedSigns(segment),
          open: openerOf(segment.id, segment.cipher),
        });
      const whole = rows(segment, dimensions);
      return (place) => ({ rows: whole, from: place * dimensions });
    },
    forget: () => cache.clear(),
  };
}

/** Creates the list of the segments of a set, which are kept whole where all of them fit, else with as many signs as fit. */
function createVectorSegmentList(db: DatabaseSync, room: () => number): VectorSegmentReader['segments'] {
  const list = db.prepare('SELECT id, documents, first, last, coded FROM vector_segment WHERE vector_set = ? ORDER BY id');
  const roomOf = createRoomDivision();
  return (set, dimensions, cipher) => {
    const places = list.all(set) as unknown as Omit<VectorSegmentPlace, 'kept' | 'cipher'>[];
    const signsBytes = ({ documents }: Pick<VectorSegmentPlace, 'documents'>): number =>
      2 * ENTRY_BYTES + documents * (HEAD_BYTES + signBytes(dimensions));
    const signs = places.reduce((sum, place) => sum + signsBytes(place), 0);
    const whole = places.reduce((sum, place) => sum + ENTRY_BYTES + place.documents * dimensions, signs);
    const most = room();
    const own = roomOf(set, whole <= most ? whole : signs, most);
    let used = 0;
    return places.map((place) => {
      used += signsBytes(place);
      return { ...place, cipher, kept: whole <= own ? 'whole' : used <= own ? 'signs' : 'nothing' };
    });
  };
}
