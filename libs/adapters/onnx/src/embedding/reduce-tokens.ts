/** Reduces the hidden state at an offset to fewer dimensions. The result is overwritten by the next call. */
export type Projection = (hidden: Float32Array, offset: number) => Float32Array;

/**
 * Creates a fixed projection to fewer dimensions that nearly preserves cosines: random signs, a Walsh-Hadamard
 * transform, and a subset of its outputs (a subsampled randomised Hadamard transform). It is the same on every run and
 * machine and needs no fitting.
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

/** Applies the Walsh-Hadamard transform in place, not normalised. The length must be a power of two. */
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

/** Creates a generator of numbers in 0..1 with a fixed seed. */
function createGenerator(): () => number {
  let state = 0x5e_ed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/**
 * Creates a projection by a learned matrix. `weights` has one row of `from` numbers per output, all with one implicit
 * scale, which does not matter because results are normalised. It computes four outputs at a time in float64, which
 * avoids conversions and lets the sums run in parallel.
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

/** Writes a normalised vector as int8 at `offset` of `target` and returns its scale. */
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
  // The scale comes from the stored values, so that rounding does not change the length.
  return 1 / Math.sqrt(stored);
}

/** Returns the sum of `count` adjacent rows, each normalised first. */
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

/** Returns the normalised mean of `count` rows of `dimensions` numbers. */
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
