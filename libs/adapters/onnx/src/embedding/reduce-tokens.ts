/** Turns a hidden state, at an offset, into fewer numbers; the result is overwritten by the next call. */
export type Projection = (hidden: Float32Array, offset: number) => Float32Array;

/**
 * A fixed projection to fewer dimensions that keeps cosines nearly as they are: random signs, a Walsh-Hadamard transform, and some of
 * its outputs (a subsampled randomised Hadamard transform). The same for every run and machine, and fitted on nothing.
 */
export function createProjection(from: number, to: number): Projection {
  const size = 2 ** Math.ceil(Math.log2(Math.max(2, from)));
  const random = createGenerator();
  const signs = Float32Array.from({ length: from }, () => (random() < 0.5 ? -1 : 1));
  const places = Uint16Array.from({ length: size }, (_, index) => index);
  for (let index = 0; index < to; index++) {
    const other = index + Math.floor(random() * (size - index));
    [places[index], places[other]] = [places[other]!, places[index]!];
  }
  const work = new Float32Array(size);
  const result = new Float32Array(to);
  return (hidden, offset) => {
    work.fill(0, from);
    for (let index = 0; index < from; index++) work[index] = hidden[offset + index]! * signs[index]!;
    transform(work);
    for (let index = 0; index < to; index++) result[index] = work[places[index]!]!;
    return result;
  };
}

/** The Walsh-Hadamard transform in place, not normalised; the length is a power of two. */
function transform(values: Float32Array): void {
  for (let half = 1; half < values.length; half *= 2) {
    for (let block = 0; block < values.length; block += 2 * half) {
      for (let index = block; index < block + half; index++) {
        const left = values[index]!;
        const right = values[index + half]!;
        values[index] = left + right;
        values[index + half] = left - right;
      }
    }
  }
}

/** Numbers in 0..1, always the same ones. */
function createGenerator(): () => number {
  let state = 0x5e_ed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * A projection by a learned matrix: `weights` has a row of `from` numbers for each of the numbers that come out, all by one unwritten scale,
 * which does not matter as the result is made of length 1. Four outputs a turn and float64 throughout, as neither a conversion nor a wait
 * for the sum before is paid then.
 */
export function createLearnedProjection(weights: Int8Array, from: number): Projection {
  const to = weights.length / from;
  if (!Number.isInteger(to / 4)) throw new RangeError(`${weights.length} weights are no multiple of four rows of ${from}.`);
  const matrix = Float64Array.from(weights);
  const row = new Float64Array(from);
  const result = new Float32Array(to);
  return (hidden, offset) => {
    row.set(hidden.subarray(offset, offset + from));
    for (let out = 0; out < to; out += 4) {
      const [first, second, third, fourth] = [out * from, (out + 1) * from, (out + 2) * from, (out + 3) * from];
      let [a, b, c, d] = [0, 0, 0, 0];
      for (let index = 0; index < from; index++) {
        const value = row[index]!;
        a += value * matrix[first + index]!;
        b += value * matrix[second + index]!;
        c += value * matrix[third + index]!;
        d += value * matrix[fourth + index]!;
      }
      result[out] = a;
      result[out + 1] = b;
      result[out + 2] = c;
      result[out + 3] = d;
    }
    return result;
  };
}

/** Writes a vector, made of length 1, as int8 at `offset` of `target`; returns its scale. */
export function quantiseInto(target: Int8Array, offset: number, vector: Float32Array): number {
  let squares = 0;
  let largest = 0;
  for (const value of vector) {
    squares += value * value;
    largest = Math.max(largest, Math.abs(value));
  }
  if (largest === 0 || !Number.isFinite(squares)) return 0;
  const step = 127 / largest;
  let stored = 0;
  for (let index = 0; index < vector.length; index++) {
    const value = Math.round(vector[index]! * step);
    target[offset + index] = value;
    stored += value * value;
  }
  // The length of what is stored, so that rounding does not change it.
  return 1 / Math.sqrt(stored);
}

/** The sum of `count` neighbouring rows, each made of length 1 before. */
export function sumOfUnits(hidden: Float32Array, from: number, count: number, dimensions: number): Float32Array {
  const sum = new Float32Array(dimensions);
  for (let row = from, last = from + count * dimensions; row < last; row += dimensions) {
    let squares = 0;
    for (let index = 0; index < dimensions; index++) squares += hidden[row + index]! ** 2;
    const factor = squares > 0 ? 1 / Math.sqrt(squares) : 0;
    for (let index = 0; index < dimensions; index++) sum[index]! += hidden[row + index]! * factor;
  }
  return sum;
}

/** The mean of `count` rows of `dimensions` numbers, made of length 1. */
export function meanVector(hidden: Float32Array, count: number, dimensions: number): Float32Array {
  const sum = new Float64Array(dimensions);
  for (let row = 0; row < count; row++) {
    for (let index = 0; index < dimensions; index++) sum[index]! += hidden[row * dimensions + index]!;
  }
  let squares = 0;
  for (const value of sum) squares += value * value;
  const length = Math.sqrt(squares) || 1;
  return Float32Array.from(sum, (value) => value / length);
}
