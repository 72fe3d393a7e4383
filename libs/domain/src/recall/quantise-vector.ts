/** A vector with one byte per dimension: value i is `values[i] * scale`. */
export interface QuantisedVector {
  readonly values: Int8Array;
  readonly scale: number;
}

/**
 * Quantises a vector in steps of its largest value / 127, with an error of at most half a step per dimension. A zero
 * vector stays zero, with scale 0.
 */
export function quantiseVector(vector: Float32Array): QuantisedVector {
  const { vectors, scales } = quantiseRows(vector, vector.length);
  return { values: vectors, scale: scales[0] ?? 0 };
}

/**
 * Quantises consecutive rows of the same length, each with its own scale. Rows with any non-finite number become zero.
 */
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
    // A step too small to differ from 0 gives a zero row too.
    if (largest === Infinity || Math.fround(largest / 127) === 0) continue;
    const scale = largest / 127;
    scales[row] = scale;
    for (let at = from; at < from + dimensions; at += 1) vectors[at] = Math.round(rows[at]! / scale);
  }
  return { vectors, scales };
}
