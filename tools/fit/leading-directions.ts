/** Number of iterations, enough to separate directions whose weights differ by a hundredth. */
const TURNS = 200;

/**
 * Finds the `count` orthonormal directions in which a symmetric matrix of second moments is largest, row by row, by
 * subspace iteration. Reads only the upper triangle of the `size` x `size` matrix.
 */
export function leadingDirections(moments: Float64Array, size: number, count: number): Float64Array {
  const rows = Array.from({ length: count }, (_, row) =>
    Float64Array.from({ length: size }, (_, index) => Math.sin(1 + row * 12.9898 + index * (1 + row * 0.37))),
  );
  orthonormalise(rows);
  for (let turn = 0; turn < TURNS; turn++) {
    for (const row of rows) row.set(multiply(moments, row));
    orthonormalise(rows);
  }
  return Float64Array.from(rows.flatMap((row) => [...row]));
}

function multiply(moments: Float64Array, vector: Float64Array): Float64Array {
  const size = vector.length;
  const product = new Float64Array(size);
  for (let left = 0; left < size; left++) {
    product[left]! += moments[left * size + left]! * vector[left]!;
    for (let right = left + 1; right < size; right++) {
      const moment = moments[left * size + right]!;
      product[left]! += moment * vector[right]!;
      product[right]! += moment * vector[left]!;
    }
  }
  return product;
}

/** Orthonormalises rows in place (Gram-Schmidt), each against those before it. */
function orthonormalise(rows: readonly Float64Array[]): void {
  rows.forEach((row, at) => {
    for (const before of rows.slice(0, at)) {
      const along = dot(row, before);
      for (let index = 0; index < row.length; index++) row[index]! -= along * before[index]!;
    }
    const length = Math.sqrt(dot(row, row));
    for (let index = 0; index < row.length; index++) row[index]! /= length;
  });
}

function dot(left: Float64Array, right: Float64Array): number {
  let sum = 0;
  for (let index = 0; index < left.length; index++) sum += left[index]! * right[index]!;
  return sum;
}
