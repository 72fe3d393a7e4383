/** Rows in half a byte a dimension: a sign, which lies with the other signs of its segment, and one of eight sizes in three bits. */

/**
 * Sizes as bytes, and where one begins, in deviations: those that put 16 levels nearest to numbers of a normal distribution.
 * Source: J. Max, Quantizing for minimum distortion, 1960.
 */
const SIZES: readonly number[] = [6, 18, 31, 44, 58, 75, 96, 127];
const BEGINS: readonly number[] = [0, 0.2582, 0.5224, 0.7996, 1.0993, 1.4371, 1.8435, 2.4008];
/** Dimensions whose sizes take three bytes, and whose signs take one. */
const STEP = 8;
const STEP_BYTES = 3;
/** With fewer numbers in a row the errors of each would show. */
const LEAST_DIMENSIONS = 128;

/** Whether rows of so many dimensions are kept in this code. */
export function isCoded(dimensions: number): boolean {
  return dimensions >= LEAST_DIMENSIONS && dimensions % STEP === 0;
}

/** Bytes of the sizes of a row. */
export function sizeBytes(dimensions: number): number {
  return (dimensions / STEP) * STEP_BYTES;
}

/** Rows whose numbers are all of a level, with scales that leave the product with the row itself as it was. Zeros stay a row of scale 0. */
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

/** The level of each byte, by the byte plus 128. Zero is taken for below it, as signs have it. */
function levelsFor(deviation: number): Int8Array {
  return Int8Array.from({ length: 256 }, (_, at) => {
    const size = SIZES[BEGINS.findLastIndex((begin) => Math.abs(at - 128) >= begin * deviation)]!;
    return at > 128 ? size : -size;
  });
}

/** The sizes of rows that are all of levels, `sizeBytes` a row. */
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

/** Rows again, into `rows`: `signs` are a bit a dimension, set above 0. */
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

/** Four numbers in a row by their four signs and, above them, their four sizes. */
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
