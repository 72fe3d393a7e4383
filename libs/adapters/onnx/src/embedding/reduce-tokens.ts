/**
 * A fixed orthonormal projection to fewer dimensions, which keeps cosines nearly as they are. The same for every run and machine:
 * uniform numbers of a small generator, made orthonormal row by row (Gram-Schmidt). Row-major, `to` rows of `from` numbers.
 */
export function createProjection(from: number, to: number): Float32Array {
  let state = 0x5e_ed;
  const next = (): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 31 - 1;
  };
  const rows = new Float32Array(from * to);
  for (let row = 0; row < to; row++) {
    const own = Float64Array.from({ length: from }, next);
    for (let other = 0; other < row; other++) {
      let dot = 0;
      for (let index = 0; index < from; index++) dot += own[index]! * rows[other * from + index]!;
      for (let index = 0; index < from; index++) own[index]! -= dot * rows[other * from + index]!;
    }
    const length = Math.hypot(...own);
    for (let index = 0; index < from; index++) rows[row * from + index] = own[index]! / length;
  }
  return rows;
}

/** What one token's hidden state becomes: projected where a projection is given. */
export function projectInto(target: Float32Array, hidden: Float32Array, offset: number, projection: Float32Array | undefined): void {
  if (!projection) {
    target.set(hidden.subarray(offset, offset + target.length));
    return;
  }
  const from = projection.length / target.length;
  for (let row = 0; row < target.length; row++) {
    let sum = 0;
    for (let index = 0; index < from; index++) sum += projection[row * from + index]! * hidden[offset + index]!;
    target[row] = sum;
  }
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
