import type { TokenMatrix } from '@total-recall/domain';
import { aligned } from './vector-format.ts';

/** Rows, dimensions, bytes of an id; then scales, vectors' ids and int8 rows, numbers in the machine's order. */
const HEADER_BYTES = 12;

export function encodeTokens({ ids, scales, vectors }: TokenMatrix): Uint8Array {
  const rows = ids.length;
  const idBytes = ids.every((id) => id < 65_536) ? 2 : 4;
  const bytes = new Uint8Array(HEADER_BYTES + rows * (4 + idBytes) + vectors.length);
  new Uint32Array(bytes.buffer, 0, 3).set([rows, rows === 0 ? 0 : vectors.length / rows, idBytes]);
  new Float32Array(bytes.buffer, HEADER_BYTES, rows).set(scales);
  const Ids = idBytes === 2 ? Uint16Array : Uint32Array;
  new Ids(bytes.buffer, HEADER_BYTES + rows * 4, rows).set(ids);
  new Int8Array(bytes.buffer, HEADER_BYTES + rows * (4 + idBytes)).set(vectors);
  return bytes;
}

/** Dimensions of a row; 0 where there are none. */
export function tokenDimensions(stored: Uint8Array): number {
  const { buffer, byteOffset } = aligned(stored);
  return new Uint32Array(buffer, byteOffset, 3)[1]!;
}

export function tokenIds(stored: Uint8Array): Uint32Array {
  return decodeTokens(stored).ids;
}

/** Views of the blob but for the ids. */
export function decodeTokens(stored: Uint8Array): TokenMatrix {
  const { buffer, byteOffset } = aligned(stored);
  const [rows, dimensions, idBytes] = new Uint32Array(buffer, byteOffset, 3) as unknown as [number, number, number];
  const from = byteOffset + HEADER_BYTES;
  const Ids = idBytes === 2 ? Uint16Array : Uint32Array;
  return {
    scales: new Float32Array(buffer, from, rows),
    ids: Uint32Array.from(new Ids(buffer, from + rows * 4, rows)),
    vectors: new Int8Array(buffer, from + rows * (4 + idBytes), rows * dimensions),
  };
}
