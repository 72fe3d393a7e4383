/** A vector in a byte a dimension: value i is `values[i] * scale`. */
export interface QuantisedVector {
  readonly values: Int8Array;
  readonly scale: number;
}

/** The vector in steps of its own largest value / 127; an error of at most half a step a dimension. All zero stays so, with scale 0. */
export function quantiseVector(vector: Float32Array): QuantisedVector {
  const { vectors, scales } = quantiseRows(vector, vector.length);
  return { values: vectors, scale: scales[0] ?? 0 };
}

/** Rows of the same length, one after the other, each with a scale of its own. Rows that hold anything but finite numbers become zero. */
export function quantiseRows(rows: Float32Array, dimensions: number): { readonly vectors: Int8Array; readonly scales: Float32Array } {
  const count = dimensions === 0 ? 0 : Math.floor(rows.length / dimensions);
  const vectors = new Int8Array(count * dimensions);
  const scales = new Float32Array(count);
  for (let row = 0; row < count; row += 1) {
    const from = row * dimensions;
    let largest = 0;
    for (let at = from; at < from + dimensions; at += 1) {
      const size = Math.abs(rows[at]!);
      if (!Number.isFinite(size)) largest = Infinity;
      else if (size > largest) largest = size;
    }
    // A step too small to be told from 0 makes no row either.
    if (largest === Infinity || Math.fround(largest / 127) === 0) continue;
    const scale = largest / 127;
    scales[row] = scale;
    for (let at = from; at < from + dimensions; at += 1) vectors[at] = Math.round(rows[at]! / scale);
  }
  return { vectors, scales };
}
