const TURNS = 15;

/** Range of dimensions of a row, and the number of centroids for it. */
export interface CentroidOptions {
  readonly from: number;
  readonly size: number;
  readonly count: number;
}

/**
 * Finds centroids of these dimensions by k-means. It starts from the first rows, so the same rows give the same result.
 */
export function findCentroids(rows: readonly Float32Array[], { from, size, count }: CentroidOptions): Float64Array {
  const points = new Float64Array(rows.length * size);
  rows.forEach((row, at) => points.set(row.subarray(from, from + size), at * size));
  let centroids: Float64Array = points.slice(0, count * size);
  for (let turn = 0; turn < TURNS; turn++) centroids = moved(points, centroids, size);
  return centroids;
}

/** Moves each centroid to the mean of its nearest points. A centroid without points stays. */
function moved(points: Float64Array, centroids: Float64Array, size: number): Float64Array {
  const count = centroids.length / size;
  const sums = new Float64Array(centroids.length);
  const members = new Uint32Array(count);
  for (let point = 0; point < points.length; point += size) {
    const code = nearest(points, point, centroids, size);
    members[code]! += 1;
    for (let at = 0; at < size; at++) sums[code * size + at]! += points[point + at]!;
  }
  return sums.map((sum, at) => {
    const own = members[Math.floor(at / size)]!;
    return own === 0 ? centroids[at]! : sum / own;
  });
}

function nearest(points: Float64Array, point: number, centroids: Float64Array, size: number): number {
  let best = 0;
  let least = Infinity;
  for (let code = 0, from = 0; from < centroids.length; code++, from += size) {
    let distance = 0;
    for (let at = 0; at < size; at++) distance += (points[point + at]! - centroids[from + at]!) ** 2;
    if (distance < least) {
      least = distance;
      best = code;
    }
  }
  return best;
}
