/**
 * Code of rows with half a byte per dimension: a sign, stored with the other signs of the segment, and one of eight
 * magnitudes in three bits.
 */

/**
 * Magnitudes as bytes, and the lower bound of each in standard deviations. They are the 16 levels that best approximate
 * a normal distribution. Source: J. Max, Quantizing for minimum distortion, 1960.
 */
const SIZES: readonly number[] = [6, 18, 31, 44, 58, 75, 96, 127];
const BEGINS: readonly number[] = [0, 0.2582, 0.5224, 0.7996, 1.0993, 1.4371, 1.8435, 2.4008];
/** Number of dimensions whose magnitudes take three bytes and whose signs take one. */
const STEP = 8;
const STEP_BYTES = 3;
/** Fewest dimensions to use the code for; in shorter rows the single errors would matter. */
const LEAST_DIMENSIONS = 128;

/** Returns true when rows of this many dimensions are stored in this code. */
export function isCoded(dimensions: number): boolean {
  return dimensions >= LEAST_DIMENSIONS && dimensions % STEP === 0;
}

/** Returns the bytes of a row's magnitudes. */
export function sizeBytes(dimensions: number): number {
  return (dimensions / STEP) * STEP_BYTES;
}

/**
 * Rounds rows to the levels, with scales that keep the product of a rounded row with the original one. A row of zeros
 * keeps the scale 0.
 */
export function toLevels(
  rows: Int8Array,
  scales: Float32Array,
  dimensions: number,
): { readonly rows: Int8Array; readonly scales: Float32Array } {
  const levels = new Int8Array(rows.length);
  const newScales = new Float32Array(scales.length);
  for (let row = 0, from = 0; row < scales.length; row += 1, from += dimensions) {
    let square = 0;
    for (let at = from; at < from + dimensions; at += 1) square += rows[at]! ** 2;
    const level = levelsFor(Math.sqrt(square / dimensions));
    let product = 0;
    for (let at = from; at < from + dimensions; at += 1) {
      levels[at] = level[rows[at]! + 128]!;
      product += rows[at]! * levels[at]!;
    }
    if (product > 0) newScales[row] = (scales[row]! * square) / product;
  }
  return { rows: levels, scales: newScales };
}

/** Returns the level of each byte, indexed by the byte plus 128. Zero counts as negative, as in the signs. */
function levelsFor(deviation: number): Int8Array {
  return Int8Array.from({ length: 256 }, (_, at) => {
    const size = SIZES[BEGINS.findLastIndex((begin) => Math.abs(at - 128) >= begin * deviation)]!;
    return at > 128 ? size : -size;
  });
}

/** Packs the magnitudes of rows that consist of levels, `sizeBytes` per row. */
export function packSizes(rows: Int8Array): Uint8Array {
  const packed = new Uint8Array((rows.length / STEP) * STEP_BYTES);
  for (let from = 0, to = 0; from < rows.length; from += STEP, to += STEP_BYTES) {
    let bits = 0;
    for (let at = STEP - 1; at >= 0; at -= 1) bits = bits * 8 + SIZE_OF[Math.abs(rows[from + at]!)]!;
    packed[to] = bits;
    packed[to + 1] = bits >> 8;
    packed[to + 2] = bits >> 16;
  }
  return packed;
}

const SIZE_OF = new Uint8Array(128);
SIZES.forEach((size, at) => (SIZE_OF[size] = at));

/** Unpacks rows into `rows`. `signs` has a bit a dimension, set above 0. */
export function unpackRows(sizes: Uint8Array, signs: Uint8Array, rows: Int8Array): void {
  const table = fourLevels();
  const fours = new Int32Array(rows.buffer, rows.byteOffset, rows.length / 4);
  for (let step = 0, from = 0; step < signs.length; step += 1, from += STEP_BYTES) {
    const sign = signs[step]!;
    const middle = sizes[from + 1]!;
    fours[2 * step] = table[(sign & 15) | (sizes[from]! << 4) | ((middle & 15) << 12)]!;
    fours[2 * step + 1] = table[(sign >> 4) | (middle & 240) | (sizes[from + 2]! << 8)]!;
  }
}

let made: Int32Array | undefined;

/** Builds a table of four numbers by their four signs and, in higher bits, their four magnitudes. */
function fourLevels(): Int32Array {
  if (made) return made;
  made = new Int32Array(2 ** 16);
  const numbers = new Int8Array(made.buffer);
  for (let four = 0; four < made.length; four += 1)
    for (let at = 0; at < 4; at += 1) {
      const size = SIZES[(four >> (4 + 3 * at)) & 7]!;
      numbers[4 * four + at] = (four >> at) & 1 ? size : -size;
    }
  return made;
}
