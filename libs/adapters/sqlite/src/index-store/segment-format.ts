import { ByteSink, ByteSource } from './byte-sink.ts';

/**
 * A segment is an immutable inverted index of adjacent documents of one space: at most 65,536, numbered from 0 inside
 * it.
 *
 * - Blocks hold the terms in byte order: length of the term, the term, count, last document, bytes of postings,
 *   postings. A posting is varint(delta << 1 | more than once), followed by the number of occurrences if more than
 *   once. The first delta counts from 0, so merging adjacent segments copies bytes and rewrites only the first posting
 *   of each part.
 * - `firsts` are the first terms of the blocks, joined by a space: the index into them.
 * - Columns hold the values for filters and scores, one typed array a field.
 */
export interface Segment {
  readonly documents: number;
  readonly firsts: readonly string[];
  readonly blocks: readonly Uint8Array[];
  readonly columns: Columns;
}

export const MAX_SEGMENT_DOCUMENTS = 65_536;
/**
 * Size of a block in bytes. Two blocks fit a page of 8 KiB with their headers; a larger entry gets a block of its own.
 */
const BLOCK_BYTES = 4_040;
/** Most bytes of an entry besides its term and postings: four varints. */
const ENTRY_OVERHEAD = 14;

/** Columns of a segment. Names are ids of the `name` table, 0 for none. */
export interface Columns {
  readonly times: Float64Array;
  readonly lengths: Uint32Array;
  readonly sessions: Uint32Array;
  readonly kinds: Uint32Array;
  readonly agents: Uint32Array;
  readonly tasks: Uint32Array;
}

const NARROW = ['lengths', 'sessions', 'kinds', 'agents', 'tasks'] as const;

export function packColumns(parts: readonly Columns[]): Uint8Array {
  const documents = parts.reduce((sum, part) => sum + part.lengths.length, 0);
  const bytes = new Uint8Array(documents * (8 + 4 * NARROW.length));
  const packed = viewColumns(bytes, documents);
  let at = 0;
  for (const part of parts) {
    packed.times.set(part.times, at);
    for (const field of NARROW) packed[field].set(part[field], at);
    at += part.lengths.length;
  }
  return bytes;
}

export function viewColumns(stored: Uint8Array, documents: number): Columns {
  const { buffer, byteOffset } = stored.byteOffset % 8 === 0 ? stored : stored.slice();
  const at = (field: keyof Columns): number => byteOffset + columnPlace(field, documents).from;
  const narrow = (field: (typeof NARROW)[number]): Uint32Array => new Uint32Array(buffer, at(field), documents);
  return {
    times: new Float64Array(buffer, at('times'), documents),
    lengths: narrow('lengths'),
    sessions: narrow('sessions'),
    kinds: narrow('kinds'),
    agents: narrow('agents'),
    tasks: narrow('tasks'),
  };
}

/** Returns where the values of one column are among the bytes of `packColumns`. */
export function columnPlace(field: keyof Columns, documents: number): { readonly from: number; readonly bytes: number } {
  if (field === 'times') return { from: 0, bytes: 8 * documents };
  return { from: documents * (8 + 4 * NARROW.indexOf(field)), bytes: 4 * documents };
}

/** Views the values of one column. */
export function viewColumn(stored: Uint8Array, field: keyof Columns): Float64Array | Uint32Array {
  const { buffer, byteOffset, byteLength } = stored.byteOffset % 8 === 0 ? stored : stored.slice();
  return field === 'times' ? new Float64Array(buffer, byteOffset, byteLength / 8) : new Uint32Array(buffer, byteOffset, byteLength / 4);
}

/** Splits entries, given in term order, into blocks. */
export class BlockWriter {
  readonly firsts: string[] = [];
  readonly blocks: Uint8Array[] = [];
  private readonly sink = new ByteSink(2 * BLOCK_BYTES);

  entry(term: { bytes: Uint8Array; from: number; to: number }, count: number, last: number, postings: ByteSink): void {
    const { sink } = this;
    const bytes = ENTRY_OVERHEAD + term.to - term.from + postings.length;
    if (sink.length > 0 && sink.length + bytes > BLOCK_BYTES) this.blocks.push(sink.take());
    if (sink.length === 0)
      this.firsts.push(Buffer.from(term.bytes.buffer, term.bytes.byteOffset + term.from, term.to - term.from).toString('latin1'));
    sink.varint(term.to - term.from);
    sink.copy(term.bytes, term.from, term.to);
    sink.varint(count);
    sink.varint(last);
    sink.varint(postings.length);
    sink.copy(postings.bytes, 0, postings.length);
  }

  end(): void {
    if (this.sink.length > 0) this.blocks.push(this.sink.take());
  }
}

/**
 * Iterates over the entries of a segment in order. In `bytes`, `from`/`to` delimit the term and `postings`/`next` the
 * postings.
 */
export class EntryCursor {
  bytes: Uint8Array = new Uint8Array(0);
  from = 0;
  to = 0;
  count = 0;
  last = 0;
  postings = 0;
  next = 0;
  private source = new ByteSource(this.bytes);
  private readonly blocks: Iterator<Uint8Array>;

  constructor(blocks: Iterable<Uint8Array>) {
    this.blocks = blocks[Symbol.iterator]();
  }

  advance(): boolean {
    const { source } = this;
    source.at = this.next;
    if (source.at >= source.bytes.length) {
      const block = this.blocks.next();
      if (block.done) return false;
      this.bytes = block.value;
      this.source = new ByteSource(block.value);
      this.next = 0;
      return this.advance();
    }
    const length = source.varint();
    this.from = source.at;
    this.to = source.at += length;
    this.count = source.varint();
    this.last = source.varint();
    const size = source.varint();
    this.postings = source.at;
    this.next = source.at + size;
    return true;
  }
}

/** Documents of a segment that contain a term, with the number of occurrences in each. */
export interface Postings {
  readonly documents: Uint16Array;
  readonly counts: Uint8Array | Uint32Array;
}

/** Returns the index of the block that may contain the term, or -1. */
export function blockOf(firsts: readonly string[], term: string): number {
  let low = 0;
  let high = firsts.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (firsts[middle]! <= term) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}

/** Returns the postings of a term from its block; undefined when the block lacks the term. */
export function findPostings(block: Uint8Array, term: Uint8Array): Postings | undefined {
  const cursor = new EntryCursor([block]);
  while (cursor.advance()) {
    if (cursor.to - cursor.from !== term.length) continue;
    let at = 0;
    while (at < term.length && block[cursor.from + at] === term[at]) at += 1;
    if (at === term.length) return decodePostings(block, cursor.postings, cursor.count);
  }
  return undefined;
}

export function decodePostings(bytes: Uint8Array, from: number, size: number): Postings {
  const source = new ByteSource(bytes);
  source.at = from;
  const documents = new Uint16Array(size);
  let counts: Uint8Array | Uint32Array = new Uint8Array(size);
  let document = 0;
  for (let at = 0; at < size; at += 1) {
    const value = source.varint();
    documents[at] = document += value >>> 1;
    const count = value & 1 ? source.varint() : 1;
    if (count > 255 && counts instanceof Uint8Array) counts = Uint32Array.from(counts);
    counts[at] = count;
  }
  return { documents, counts };
}
