/** Vectors of adjacent documents, in order of the documents' numbers, one typed array per field. */
export interface VectorSegment {
  readonly numbers: Uint32Array;
  readonly scales: Float32Array;
  /** A bit a dimension, set when the value is above 0. Each vector starts at a byte. */
  readonly signs: Uint8Array;
  readonly rows: Int8Array;
}

export const MAX_SEGMENT_VECTORS = 8_192;
export const BLOCKS_PER_VECTOR_SEGMENT = 2 ** 16;
/** Largest row of SQLite that fits into a page of 8 KiB. */
const BLOCK_BYTES = 8_140;

/** Returns the number of rows of this size in a block. */
export function rowsPerBlock(rowBytes: number): number {
  return Math.max(1, Math.floor(BLOCK_BYTES / rowBytes));
}

export function signBytes(dimensions: number): number {
  return Math.ceil(dimensions / 8);
}

/** Returns the signs of consecutive rows. */
export function signsOf(rows: Int8Array, dimensions: number): Uint8Array {
  const stride = signBytes(dimensions);
  const signs = new Uint8Array((rows.length / dimensions) * stride);
  for (let row = 0, from = 0; from < rows.length; row += 1, from += dimensions) {
    for (let at = 0; at < dimensions; at += 1) if (rows[from + at]! > 0) signs[row * stride + (at >> 3)]! |= 1 << (at & 7);
  }
  return signs;
}

/** Joins segments into one, in order of document numbers. No document may be in two of them. */
export function joinSegments(parts: readonly VectorSegment[], dimensions: number): VectorSegment {
  const stride = signBytes(dimensions);
  const documents = parts.reduce((sum, part) => sum + part.numbers.length, 0);
  const joined: VectorSegment = {
    numbers: new Uint32Array(documents),
    scales: new Float32Array(documents),
    signs: new Uint8Array(documents * stride),
    rows: new Int8Array(documents * dimensions),
  };
  let at = 0;
  for (const part of parts) {
    joined.numbers.set(part.numbers, at);
    joined.scales.set(part.scales, at);
    joined.signs.set(part.signs, at * stride);
    joined.rows.set(part.rows, at * dimensions);
    at += part.numbers.length;
  }
  const { numbers } = joined;
  if (numbers.every((number, index) => index === 0 || numbers[index - 1]! < number)) return joined;
  return pick(
    joined,
    Uint32Array.from(numbers.keys()).sort((left, right) => numbers[left]! - numbers[right]!),
    dimensions,
  );
}

/** Returns the vectors at these places of a segment, in this order. */
export function pick({ numbers, scales, signs, rows }: VectorSegment, places: Uint32Array, dimensions: number): VectorSegment {
  const stride = signBytes(dimensions);
  const picked: VectorSegment = {
    numbers: places.map((place) => numbers[place]!),
    scales: Float32Array.from(places, (place) => scales[place]!),
    signs: new Uint8Array(places.length * stride),
    rows: new Int8Array(places.length * dimensions),
  };
  places.forEach((place, at) => {
    picked.signs.set(signs.subarray(place * stride, (place + 1) * stride), at * stride);
    picked.rows.set(rows.subarray(place * dimensions, (place + 1) * dimensions), at * dimensions);
  });
  return picked;
}

/** Returns the place of a document among sorted numbers, or the place where it would be inserted. */
export function placeOfNumber(numbers: Uint32Array, number: number): number {
  let low = 0;
  let high = numbers.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (numbers[middle]! < number) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the bytes of a typed array, for SQLite. */
export function bytesOf({ buffer, byteOffset, byteLength }: Uint32Array | Float32Array | Int8Array): Uint8Array {
  return new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
}

/** Aligns bytes stored by `bytesOf` to four bytes. */
export function aligned(stored: Uint8Array): { readonly buffer: ArrayBuffer; readonly byteOffset: number } {
  const { buffer, byteOffset } = stored.byteOffset % 4 === 0 ? stored : stored.slice();
  return { buffer: buffer as ArrayBuffer, byteOffset };
}
