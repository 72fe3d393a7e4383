import type { DatabaseSync } from 'node:sqlite';
import { createLruMap } from '@total-recall/runtime/recent-entries';
import { tallied, type ThreadTally } from '../thread/thread-tally.ts';
import { BLOCKS_PER_SEGMENT } from './index-schema.ts';
import { blockOf, findPostings, viewColumns, type Columns, type Postings } from './segment-format.ts';
import { sumsOfBlocks, type TermSums } from './term-sums.ts';

/** Place of a segment among the documents of its space. */
export interface SegmentPlace {
  readonly id: number;
  readonly first: number;
  readonly documents: number;
}

export interface SegmentReader {
  /** Returns the segments of a space, oldest first. */
  segments(space: number): SegmentPlace[];
  columns(segment: SegmentPlace): Columns;
  /** Returns the postings of a term in a segment; empty when it lacks the term. */
  postings(segment: SegmentPlace, term: string): Postings;
  /** Returns the sums of the terms of each document. The first call for a segment reads all of its postings. */
  sums(segment: SegmentPlace): TermSums;
}

const NONE: Postings = { documents: new Uint16Array(0), counts: new Uint8Array(0) };
/** Approximate memory of a cache entry besides its bytes. */
const ENTRY_BYTES = 200;

/**
 * Reads segments through caches. Segments never change and their ids are never reused, so nothing needs to be
 * invalidated: segments that a merge has dropped age out.
 */
export function createSegmentReader(db: DatabaseSync, cacheBytes: number, held: ThreadTally): SegmentReader {
  const list = db.prepare('SELECT id, first, documents FROM segment WHERE space = ? ORDER BY first');
  const head = db.prepare('SELECT firsts FROM segment WHERE id = ?');
  const columnsOf = db.prepare('SELECT columns FROM segment WHERE id = ?');
  const blockAt = db.prepare('SELECT data FROM block WHERE id = ?');
  const firsts = createLruMap<readonly string[]>(cacheBytes / 8, tallied(held));
  // Sums are wanted by verification alone, which takes their room from the columns and none from the postings.
  const columns = createLruMap<Columns | TermSums>(cacheBytes / 4, tallied(held));
  const postings = createLruMap<Postings>((cacheBytes * 5) / 8, tallied(held));

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
    segments: (space) => list.all(space) as unknown as SegmentPlace[],
    columns: (segment) => {
      let found = columns.get(`${segment.id}`) as Columns | undefined;
      if (!found) {
        const bytes = (columnsOf.get(segment.id) as { columns: Uint8Array }).columns;
        found = viewColumns(bytes, segment.documents);
        columns.set(`${segment.id}`, found, ENTRY_BYTES + bytes.length);
      }
      return found;
    },
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
