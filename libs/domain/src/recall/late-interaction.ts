/**
 * Token vectors of a text: one row per wordpiece, of length 1 before quantisation. Row i is `vectors[i * dimensions
 * ...] * scales[i]`.
 */
export interface TokenMatrix {
  /** Wordpiece of each row, as an id in the model's vocabulary. */
  readonly ids: Uint32Array;
  readonly vectors: Int8Array;
  readonly scales: Float32Array;
}

/** Token vectors of a query: rows of `dimensions` numbers, one per wordpiece, of any length and scale. */
export interface QueryTokens {
  readonly ids: ArrayLike<number>;
  readonly vectors: Float32Array | Int8Array;
}

/** Number of query rows scored together, so that each byte of a document is read and converted once for all of them. */
export const LANES = 4;

/**
 * Creates a scorer of documents: x(q, d) = sum over the query's wordpieces t of idf(t) max_j cos(q_t, d_j), divided by
 * the sum of idf. It measures how well the best word of the document answers each word of the query, -1..1, and
 * allocates nothing. 0 for a document or a query without tokens, or with an idf sum of 0. A repeated query wordpiece
 * counts each time. The caller leaves out special tokens. Throws `RangeError` where a document's rows have other
 * dimensions than the query's. Source: design/retrieval, recipe B, 3.
 */
export function createLateInteraction({ ids, vectors }: QueryTokens, idf: (id: number) => number): (document: TokenMatrix) => number {
  const rows = ids.length;
  const dimensions = rows === 0 ? 0 : vectors.length / rows;
  if (!Number.isInteger(dimensions)) throw new RangeError(`${vectors.length} numbers are no ${rows} rows`);
  const groups = Math.ceil(rows / LANES);
  const lanes = interleave(vectors, rows, dimensions, groups);
  const weights = Float64Array.from({ length: groups * LANES }, (_, row) => (row < rows ? idf(ids[row]!) : 0));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const best = new Float64Array(groups * LANES);
  return ({ vectors: values, scales }) => {
    const tokens = scales.length;
    if (tokens === 0 || !(total > 0)) return 0;
    if (values.length !== tokens * dimensions)
      throw new RangeError(`rows of ${values.length / tokens} dimensions, the query has ${dimensions}`);
    best.fill(-1);
    for (let token = 0; token < tokens; token += 1) raise(best, lanes, values, token * dimensions, dimensions, scales[token]!);
    let sum = 0;
    for (let row = 0; row < rows; row += 1) sum += weights[row]! * best[row]!;
    return sum / total;
  };
}

/** Arranges unit rows in groups of four, with dimension i of a group's rows adjacent; missing rows are zero. */
export function interleave(vectors: QueryTokens['vectors'], rows: number, dimensions: number, groups: number): Float32Array {
  const lanes = new Float32Array(groups * LANES * dimensions);
  for (let row = 0; row < rows; row += 1) {
    let square = 0;
    for (let at = 0; at < dimensions; at += 1) square += vectors[row * dimensions + at]! ** 2;
    const length = Math.sqrt(square);
    if (!(length > 0)) continue;
    const group = Math.floor(row / LANES);
    for (let at = 0; at < dimensions; at += 1)
      lanes[(group * dimensions + at) * LANES + (row % LANES)] = vectors[row * dimensions + at]! / length;
  }
  return lanes;
}

/** Updates the best cosine of each query row with one row of a document. */
export function raise(best: Float64Array, lanes: Float32Array, values: Int8Array, from: number, dimensions: number, scale: number): void {
  const to = from + dimensions;
  let lane = 0;
  for (let row = 0; row < best.length; row += LANES) {
    let first = 0;
    let second = 0;
    let third = 0;
    let fourth = 0;
    for (let at = from; at < to; at += 1, lane += LANES) {
      const value = values[at]!;
      first += lanes[lane]! * value;
      second += lanes[lane + 1]! * value;
      third += lanes[lane + 2]! * value;
      fourth += lanes[lane + 3]! * value;
    }
    if (first * scale > best[row]!) best[row] = first * scale;
    if (second * scale > best[row + 1]!) best[row + 1] = second * scale;
    if (third * scale > best[row + 2]!) best[row + 2] = third * scale;
    if (fourth * scale > best[row + 3]!) best[row + 3] = fourth * scale;
  }
}
