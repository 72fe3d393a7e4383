import type { DatabaseSync } from 'node:sqlite';
import { createLruMap } from '@total-recall/runtime/recent-entries';
import { tallied, type ThreadTally } from '../thread/thread-tally.ts';
import { createRoomDivision } from './divide-room.ts';
import { BLOCKS_PER_SEGMENT } from './index-schema.ts';
import { blockOf, columnPlace, findPostings, viewColumn, type Columns, type Postings } from './segment-format.ts';
import { sumsOfBlocks, type TermSums } from './term-sums.ts';

/** Place of a segment among the documents of its space. */
export interface SegmentPlace {
  readonly id: number;
  readonly first: number;
  readonly documents: number;
  /** True when its columns are kept in memory. Columns that are read in turn would drive each other out. */
  readonly isKept: boolean;
}

export interface SegmentReader {
  /** Returns the segments of a space, oldest first. */
  segments(space: number): SegmentPlace[];
  /** Returns the columns of a segment. Each is read when it is first used, and held as long as what is returned. */
  columns(segment: SegmentPlace): Columns;
  /** Returns the postings of a term in a segment; empty when it lacks the term. */
  postings(segment: SegmentPlace, term: string): Postings;
  /** Returns the sums of the terms of each document. The first call for a segment reads all of its postings. */
  sums(segment: SegmentPlace): TermSums;
}

const NONE: Postings = { documents: new Uint16Array(0), counts: new Uint8Array(0) };
/** Approximate memory of a cache entry besides its bytes. */
const ENTRY_BYTES = 200;
/** Bytes a document for which a space has room among the kept columns: for lengths and one column of a filter. */
const KEPT_BYTES = 8;
/** Share of the room for columns that one space may use. */
const SPACE_SHARE = 7 / 8;

/** Bytes of memory for columns, and for postings with the first terms of blocks. */
export interface SegmentRoom {
  readonly columns: number;
  readonly postings: number;
}

/** Divides the room of a thread that searches texts. */
export function textRoom(bytes: number): SegmentRoom {
  return { columns: bytes / 4, postings: (bytes / 4) * 3 };
}

/**
 * Reads segments through caches. Segments never change and their ids are never reused, so nothing needs to be
 * invalidated: segments that a merge has dropped age out.
 */
export function createSegmentReader(db: DatabaseSync, room: SegmentRoom, held: ThreadTally): SegmentReader {
  const head = db.prepare('SELECT firsts FROM segment WHERE id = ?');
  const columnOf = db.prepare('SELECT substr(columns, ?, ?) AS bytes FROM segment WHERE id = ?');
  const blockAt = db.prepare('SELECT data FROM block WHERE id = ?');
  const tally = tallied(held);
  const firsts = createLruMap<readonly string[]>(room.postings / 6, tally);
  // Sums are wanted by verification alone, which takes their room from the columns and none from the postings.
  const columns = createLruMap<Float64Array | Uint32Array | TermSums>(room.columns, tally);
  const postings = createLruMap<Postings>((room.postings * 5) / 6, tally);

  const firstsOf = ({ id }: SegmentPlace): readonly string[] => {
    let found = firsts.get(`${id}`);
    if (!found) {
      const text = (head.get(id) as { firsts: string }).firsts;
      found = text === '' ? [] : text.split(' ');
      firsts.set(`${id}`, found, ENTRY_BYTES + text.length + 32 * found.length);
    }
    return found;
  };
  const load = (segment: SegmentPlace, term: string): Postings => {
    const block = blockOf(firstsOf(segment), term);
    if (block < 0) return NONE;
    const { data } = blockAt.get(segment.id * BLOCKS_PER_SEGMENT + block) as { data: Uint8Array };
    return findPostings(data, Buffer.from(term, 'latin1')) ?? NONE;
  };
  const readColumn = ({ id, documents, isKept }: SegmentPlace, field: keyof Columns): Float64Array | Uint32Array => {
    const key = `${id} ${field}`;
    const known = columns.get(key) as Float64Array | Uint32Array | undefined;
    if (known) return known;
    const { from, bytes } = columnPlace(field, documents);
    const found = viewColumn((columnOf.get(from + 1, bytes, id) as { bytes: Uint8Array }).bytes, field);
    if (isKept) columns.set(key, found, ENTRY_BYTES + bytes);
    return found;
  };
  /** Iterates over the blocks of a segment. Leaves out those that cannot be read, so that documents with their terms differ. */
  function* blocksOf(segment: SegmentPlace): Generator<Uint8Array> {
    for (let block = 0; block < firstsOf(segment).length; block += 1) {
      let row: unknown;
      try {
        row = blockAt.get(segment.id * BLOCKS_PER_SEGMENT + block);
      } catch {
        continue;
      }
      if (row !== undefined) yield (row as { data: Uint8Array }).data;
    }
  }
  return {
    segments: createSegmentList(db, () => room.columns * SPACE_SHARE * tally.share()),
    columns: (segment) => columnsByField((field) => readColumn(segment, field)),
    sums: (segment) => {
      const key = `${segment.id} sums`;
      let found = columns.get(key) as TermSums | undefined;
      if (!found) {
        found = sumsOfBlocks(blocksOf(segment), segment.documents);
        columns.set(key, found, ENTRY_BYTES + 8 * segment.documents);
      }
      return found;
    },
    postings: (segment, term) => {
      const key = `${segment.id} ${term}`;
      let found = postings.get(key);
      if (!found) {
        found = load(segment, term);
        postings.set(key, found, ENTRY_BYTES + found.documents.byteLength + found.counts.byteLength);
      }
      return found;
    },
  };
}

/** Creates the list of the segments of a space, of which the first are kept as far as there is room. */
function createSegmentList(db: DatabaseSync, room: () => number): SegmentReader['segments'] {
  const list = db.prepare('SELECT id, first, documents FROM segment WHERE space = ? ORDER BY first');
  const roomOf = createRoomDivision();
  return (space) => {
    const places = list.all(space) as unknown as Omit<SegmentPlace, 'isKept'>[];
    const wants = places.reduce((sum, { documents }) => sum + KEPT_BYTES * documents, 0);
    const most = roomOf(space, wants, room());
    let used = 0;
    return places.map((place) => {
      used += KEPT_BYTES * place.documents;
      return { ...place, isKept: used <= most };
    });
  };
}

/** Creates columns of which each is read when it is first used. */
function columnsByField(read: (field: keyof Columns) => Float64Array | Uint32Array): Columns {
  const held: Partial<Record<keyof Columns, Float64Array | Uint32Array>> = {};
  const narrow = (field: Exclude<keyof Columns, 'times'>): Uint32Array => (held[field] ??= read(field)) as Uint32Array;
  return {
    get times() {
      return (held.times ??= read('times')) as Float64Array;
    },
    get lengths() {
      return narrow('lengths');
    },
    get sessions() {
      return narrow('sessions');
    },
    get kinds() {
      return narrow('kinds');
    },
    get agents() {
      return narrow('agents');
    },
    get tasks() {
      return narrow('tasks');
    },
  };
}

/** Returns the index of the segment that a document is in, if it is in any. */
export function segmentAt(segments: readonly SegmentPlace[], document: number): number {
  return segments.findLastIndex(({ first }) => first <= document);
}

/** Returns the index of the first document at or after the given one. */
export function lowerBound(documents: Uint16Array, document: number): number {
  let low = 0;
  let high = documents.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (documents[middle]! < document) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns how often the document contains the term; 0 when it does not. */
export function countIn({ documents, counts }: Postings, document: number): number {
  const at = lowerBound(documents, document);
  return documents[at] === document ? counts[at]! : 0;
}
