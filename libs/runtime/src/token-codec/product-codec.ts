import type { ProductCode, TokenCodec } from './token-codec.ts';

/** A learned product code: 256 centroids for each group of neighbouring dimensions. */
export interface Codebook extends ProductCode {
  readonly name: string;
  /** Scale of the centroids' numbers: the number that stands for 1 in a row of length 1. */
  readonly unit: number;
}

export const CENTROIDS = 256;

interface Group {
  readonly size: number;
  /** First dimension of the group. */
  readonly at: number;
  /** Centroid after centroid. */
  readonly table: Float64Array;
  /** Half the squared length of each centroid, so that the nearest is found with products alone. */
  readonly halves: Float64Array;
  /** The centroids as pairs of numbers, and as fours if the group is large enough. */
  readonly pairs: Int16Array;
  readonly fours: Int32Array | undefined;
}

/**
 * Creates a codec of one byte per group: the number of the nearest centroid. Leading dimensions vary most, so few of
 * them share a byte; many of the last ones do. Decoding copies centroids and treats the row as of length 1, which ranks
 * better than using the centroid's own length (docs/adr/0054).
 */
export function createProductCodec({ name, groups: sizes, centroids, unit }: Codebook): TokenCodec {
  const groups = groupsOf(sizes, centroids);
  const rowBytes = groups.length;
  const width = sizes.reduce((sum, size) => sum + size, 0);
  return {
    name,
    product: { groups: sizes, centroids },
    dimensions: (codes, rows) => {
      if (codes.length !== rows * rowBytes) throw new RangeError(`${codes.length} bytes are no ${rows} rows of ${rowBytes}.`);
      return rows === 0 ? 0 : width;
    },
    encode: (rows, dimensions) => {
      if (rows.length > 0 && dimensions !== width) throw new RangeError(`This codec takes rows of ${width} dimensions, not ${dimensions}.`);
      const codes = new Uint8Array((rows.length / width) * rowBytes);
      const row = new Float64Array(width);
      for (let from = 0, to = 0; from < rows.length; from += width) {
        row.set(rows.subarray(from, from + width));
        makeLength(row, unit);
        for (const group of groups) codes[to++] = nearest(row, group);
      }
      return codes;
    },
    decode: (codes, rows, vectors, scales) => {
      scales.fill(0, 0, rows);
      const { buffer, byteOffset } = vectors;
      const into = {
        pairs: new Int16Array(buffer, byteOffset, (rows * width) / 2),
        fours: new Int32Array(buffer, byteOffset, Math.floor((rows * width) / 4)),
      };
      // Group by group, so that the inner loop copies a fixed width.
      groups.forEach(({ at, size, halves, pairs, fours }, first) => {
        for (let row = 0, from = first; row < rows; row += 1, from += rowBytes) scales[row]! += halves[codes[from]!]!;
        const from = { codes, first, rowBytes, rows };
        if (fours) copyWords(fours, from, into.fours, { at: at / 4, count: size / 4, stride: width / 4 });
        else copyWords(pairs, from, into.pairs, { at: at / 2, count: size / 2, stride: width / 2 });
      });
      for (let row = 0; row < rows; row += 1) scales[row] = scales[row]! > 0 ? 1 / Math.sqrt(2 * scales[row]!) : 0;
    },
  };
}

interface Codes {
  readonly codes: Uint8Array;
  /** Index of the group's first code. */
  readonly first: number;
  readonly rowBytes: number;
  readonly rows: number;
}

/** Copies the centroid of each row to its place: `count` words from `at` on, in rows `stride` words apart. */
function copyWords<Words extends Int16Array | Int32Array>(
  source: Words,
  { codes, first, rowBytes, rows }: Codes,
  into: Words,
  { at, count, stride }: { readonly at: number; readonly count: number; readonly stride: number },
): void {
  for (let row = 0, from = first, to = at; row < rows; row += 1, from += rowBytes, to += stride) {
    const code = codes[from]! * count;
    for (let word = 0; word < count; word += 1) into[to + word] = source[code + word]!;
  }
}

function groupsOf(sizes: readonly number[], centroids: Int8Array): Group[] {
  const width = sizes.reduce((sum, size) => sum + size, 0);
  let from = 0;
  let at = 0;
  return sizes.map((size) => {
    const own = centroids.slice(from, from + CENTROIDS * size);
    const halves = Float64Array.from({ length: CENTROIDS }, (_, code) => halfSquare(own, code * size, size));
    const group: Group = {
      size,
      at,
      table: Float64Array.from(own),
      halves,
      pairs: new Int16Array(own.buffer),
      fours: size % 4 === 0 && at % 4 === 0 && width % 4 === 0 ? new Int32Array(own.buffer) : undefined,
    };
    from += CENTROIDS * size;
    at += size;
    return group;
  });
}

function halfSquare(values: Int8Array, from: number, size: number): number {
  let square = 0;
  for (let at = from; at < from + size; at += 1) square += values[at]! ** 2;
  return square / 2;
}

/** Scales a row to a length. A row without a direction becomes zeros. */
function makeLength(row: Float64Array, length: number): void {
  let square = 0;
  for (const value of row) square += value * value;
  if (!(square > 0) || !Number.isFinite(square)) row.fill(0);
  else for (let at = 0, factor = length / Math.sqrt(square); at < row.length; at += 1) row[at]! *= factor;
}

/**
 * Finds the nearest centroid; of equally near ones the first. Most groups have four dimensions, so four
 * have a loop of their own.
 */
function nearest(row: Float64Array, { size, at, table, halves }: Group): number {
  if (size === 4) return nearestOfFour([row[at]!, row[at + 1]!, row[at + 2]!, row[at + 3]!], table, halves);
  let best = 0;
  let least = Infinity;
  for (let code = 0, from = 0; code < CENTROIDS; code += 1) {
    let distance = halves[code]!;
    for (let dimension = at; dimension < at + size; dimension += 1, from += 1) distance -= row[dimension]! * table[from]!;
    if (distance < least) {
      least = distance;
      best = code;
    }
  }
  return best;
}

function nearestOfFour([a, b, c, d]: readonly [number, number, number, number], table: Float64Array, halves: Float64Array): number {
  let best = 0;
  let least = Infinity;
  for (let code = 0, from = 0; code < CENTROIDS; code += 1, from += 4) {
    const distance = halves[code]! - a * table[from]! - b * table[from + 1]! - c * table[from + 2]! - d * table[from + 3]!;
    if (distance < least) {
      least = distance;
      best = code;
    }
  }
  return best;
}
