import type { DatabaseSync } from 'node:sqlite';
import { sizeBytes, unpackRows } from './row-code.ts';
import { ROWS_AT, SIGNS_AT, type OpenPart } from './stored-segment.ts';
import { BLOCKS_PER_VECTOR_SEGMENT, rowsPerBlock, signBytes } from './vector-format.ts';

/** Buffer with a row and the start of the row in it. Valid until the next call. */
export interface RowSource {
  readonly rows: Int8Array;
  readonly from: number;
}

/** Reads the row at a place, and its signs where they are not handed in. */
export type RowReader = (place: number, signs?: Uint8Array) => RowSource;

/** The parts of a segment that are needed besides its rows. */
interface SegmentParts {
  /** Returns the signs of all rows where they are kept in memory. */
  readonly kept: () => Uint8Array | undefined;
  /** Reads the signs of all rows. */
  readonly read: () => Uint8Array;
  readonly open: OpenPart;
}

/** Number of rows whose signs are read one by one, which takes a fifth of the time of reading those of all. */
const FEW_ROWS = 4;

/** Reads single rows of a segment page by page. `coded` is as in `VectorSegmentPlace`. Places should ascend. */
export function createBlockRows(
  db: DatabaseSync,
): (segment: { readonly id: number; readonly coded: 0 | 1 }, dimensions: number, parts: SegmentParts) => RowReader {
  const rowSigns = db.prepare('SELECT substr(signs, ?, ?) AS signs FROM vector_segment WHERE id = ?');
  const blockAt = db.prepare('SELECT data FROM vector_block WHERE id = ?');

  /** Reads the signs of single rows: of a few by themselves, of more from all. */
  const signsByRow = (id: number, dimensions: number, { kept, read, open }: SegmentParts): ((place: number) => Uint8Array) => {
    const stride = signBytes(dimensions);
    let all = kept();
    let rows = 0;
    return (place) => {
      if (all === undefined && rows === FEW_ROWS) all = read();
      rows += 1;
      if (all !== undefined) return all.subarray(place * stride, (place + 1) * stride);
      return open(SIGNS_AT + place * stride, (rowSigns.get(place * stride + 1, stride, id) as { signs: Uint8Array }).signs);
    };
  };
  return ({ id, coded }, dimensions, parts) => {
    const rowBytes = coded === 1 ? sizeBytes(dimensions) : dimensions;
    const perBlock = rowsPerBlock(rowBytes);
    const row = new Int8Array(dimensions);
    let signsOfRow: ((place: number) => Uint8Array) | undefined;
    let current = -1;
    let data: Uint8Array = new Uint8Array(0);
    return (place, signs) => {
      const block = Math.floor(place / perBlock);
      if (block !== current) {
        const stored = blockAt.get(id * BLOCKS_PER_VECTOR_SEGMENT + block) as { data: Uint8Array };
        data = parts.open(ROWS_AT + block * perBlock * rowBytes, stored.data);
      }
      current = block;
      const from = (place - block * perBlock) * rowBytes;
      if (coded === 0) return { rows: new Int8Array(data.buffer, data.byteOffset, data.byteLength), from };
      signsOfRow ??= signs ? undefined : signsByRow(id, dimensions, parts);
      unpackRows(data.subarray(from, from + rowBytes), signs ?? signsOfRow!(place), row);
      return { rows: row, from: 0 };
    };
  };
}
