import type { DatabaseSync } from 'node:sqlite';
import { isCoded, packSizes, sizeBytes, toLevels, unpackRows } from './row-code.ts';
import { newNonce, type VectorCipher } from './vector-cipher.ts';
import { aligned, BLOCKS_PER_VECTOR_SEGMENT, bytesOf, rowsPerBlock, type VectorSegment } from './vector-format.ts';

/** A segment as its table lists it. */
export interface SegmentRow {
  readonly id: number;
  readonly documents: number;
  readonly first: number;
  readonly last: number;
  /** 1 for rows in the code of `row-code.ts`, 0 for a byte per dimension. */
  readonly coded: 0 | 1;
}

/** Places under the nonce of a segment at which its parts begin. Each has room for the largest segment. */
export const SCALES_AT = 0;
export const SIGNS_AT = 2 ** 34;
export const ROWS_AT = 2 ** 35;

/** Opens bytes of a segment that are stored at a place of it. */
export type OpenPart = (at: number, bytes: Uint8Array) => Uint8Array;

const asItIs: OpenPart = (_, bytes) => bytes;

/** Creates the opening of what segments store, which is in the clear where a segment has no nonce. */
export function createSegmentOpener(db: DatabaseSync): (id: number, cipher: VectorCipher | undefined) => OpenPart {
  const nonceOf = db.prepare('SELECT nonce FROM vector_nonce WHERE segment = ?');
  return (id, cipher) => {
    const nonce = (nonceOf.get(id) as { nonce: Uint8Array } | undefined)?.nonce;
    if (!nonce) return asItIs;
    if (!cipher) throw new Error('sealed vectors were read without their key');
    return (at, bytes) => cipher.apply(nonce, at, bytes);
  };
}

/** Reads and writes whole segments. */
export interface StoredSegments {
  load(row: Pick<SegmentRow, 'id' | 'documents' | 'coded'>, dimensions: number, cipher: VectorCipher | undefined): VectorSegment;
  /** Saves a segment whose rows are levels where its dimensions allow it, sealed if there is a cipher. */
  save(set: number, dimensions: number, segment: VectorSegment, cipher: VectorCipher | undefined): void;
  drop(id: number): void;
}

export function createStoredSegments(db: DatabaseSync): StoredSegments {
  const whole = db.prepare('SELECT numbers, scales, signs FROM vector_segment WHERE id = ?');
  const blocks = db.prepare('SELECT data FROM vector_block WHERE id >= ? AND id < ? ORDER BY id');
  const drops = [db.prepare('DELETE FROM vector_segment WHERE id = ?'), db.prepare('DELETE FROM vector_nonce WHERE segment = ?')];
  const dropBlocks = db.prepare('DELETE FROM vector_block WHERE id >= ? AND id < ?');
  const addSegment = db.prepare(
    'INSERT INTO vector_segment (vector_set, documents, first, last, coded, numbers, scales, signs) VALUES (?, ?, ?, ?, ?, ?, ?, ?)',
  );
  const addNonce = db.prepare('INSERT INTO vector_nonce (segment, nonce) VALUES (?, ?)');
  const addBlock = db.prepare('INSERT INTO vector_block (id, data) VALUES (?, ?)');
  const openerOf = createSegmentOpener(db);
  return {
    load: ({ id, documents, coded }, dimensions, cipher) => {
      const stored = whole.get(id) as { numbers: Uint8Array; scales: Uint8Array; signs: Uint8Array };
      const open = openerOf(id, cipher);
      const numbers = aligned(stored.numbers);
      const scales = aligned(open(SCALES_AT, stored.scales));
      const signs = open(SIGNS_AT, stored.signs);
      const stands = blocks.iterate(id * BLOCKS_PER_VECTOR_SEGMENT, (id + 1) * BLOCKS_PER_VECTOR_SEGMENT);
      const segment = {
        numbers: new Uint32Array(numbers.buffer, numbers.byteOffset, documents),
        scales: new Float32Array(scales.buffer, scales.byteOffset, documents),
        signs,
        rows: joinRows(stands, { documents, dimensions, signs: coded === 1 ? signs : undefined, open }),
      };
      return coded === 1 ? segment : inLevels(segment, dimensions);
    },
    save: (set, dimensions, { numbers, scales, signs, rows }, cipher) => {
      const coded = isCoded(dimensions);
      const nonce = cipher && newNonce();
      const seal: OpenPart = cipher && nonce ? (at, bytes) => cipher.apply(nonce, at, bytes) : asItIs;
      const place = [set, numbers.length, numbers[0]!, numbers.at(-1)!, Number(coded)] as const;
      const saved = addSegment.run(...place, bytesOf(numbers), seal(SCALES_AT, bytesOf(scales)), seal(SIGNS_AT, signs));
      const id = Number(saved.lastInsertRowid);
      if (nonce) addNonce.run(id, nonce);
      const bytes = seal(ROWS_AT, coded ? packSizes(rows) : bytesOf(rows));
      const rowBytes = coded ? sizeBytes(dimensions) : dimensions;
      const step = rowsPerBlock(rowBytes) * rowBytes;
      for (let from = 0, block = 0; from < bytes.length; from += step, block += 1)
        addBlock.run(id * BLOCKS_PER_VECTOR_SEGMENT + block, bytes.subarray(from, from + step));
    },
    drop: (id) => {
      dropBlocks.run(id * BLOCKS_PER_VECTOR_SEGMENT, (id + 1) * BLOCKS_PER_VECTOR_SEGMENT);
      for (const statement of drops) statement.run(id);
    },
  };
}

/** Converts a segment to the row code if its dimensions allow it. Its signs stay. */
export function inLevels(segment: VectorSegment, dimensions: number): VectorSegment {
  return isCoded(dimensions) ? { ...segment, ...toLevels(segment.rows, segment.scales, dimensions) } : segment;
}

/** Joins the rows of a segment from its blocks, opened in one piece. Coded rows need `signs`. */
export function joinRows(
  blocks: Iterable<unknown>,
  {
    documents,
    dimensions,
    signs,
    open,
  }: { readonly documents: number; readonly dimensions: number; readonly signs: Uint8Array | undefined; readonly open: OpenPart },
): Int8Array {
  const stored = new Uint8Array(documents * (signs ? sizeBytes(dimensions) : dimensions));
  let at = 0;
  for (const { data } of blocks as Iterable<{ readonly data: Uint8Array }>) {
    stored.set(data, at);
    at += data.byteLength;
  }
  const bytes = open(ROWS_AT, stored);
  if (!signs) return new Int8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const rows = new Int8Array(documents * dimensions);
  unpackRows(bytes, signs, rows);
  return rows;
}
