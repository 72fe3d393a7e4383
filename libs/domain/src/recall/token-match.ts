import { NO_LINE, type TokenRows } from './kept-tokens.ts';
import { interleave, LANES, raise, type QueryTokens } from './late-interaction.ts';

/** Match of one passage with a query, word by word. */
export interface TokenMatch {
  /** Best cosine of each query row with any row of the passage. */
  readonly best: Float32Array;
  /**
   * Score of each line of the passage up to the last one with rows: sum idf(t) max_j cos(q_t, d_j) / sum idf(t) over
   * the line's own rows; -1 for a line without rows.
   */
  readonly lines: Float32Array;
}

export interface TokenMatching {
  /** Weight of each query row: its idf divided by the sum of all; zeros where that sum is 0. */
  readonly weights: Float32Array;
  /**
   * Matches a passage; undefined for one without rows. Throws `RangeError` where its rows have other dimensions than
   * the query's.
   */
  match(passage: TokenRows): TokenMatch | undefined;
}

/** A run of adjacent rows of a passage that belong to one line. */
export interface LineRun {
  readonly line: number;
  readonly from: number;
  readonly to: number;
}

/** Computes the weights of query rows: idf divided by its sum. */
export function rarityWeights(ids: ArrayLike<number>, idf: (id: number) => number): Float32Array {
  const weights = Float64Array.from(ids, idf);
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return Float32Array.from(weights, (weight) => (total > 0 ? weight / total : 0));
}

/** Splits rows into runs of the same line, in order. */
export function lineRuns(lines: Uint8Array): LineRun[] {
  const runs: LineRun[] = [];
  for (let from = 0; from < lines.length;) {
    const line = lines[from]!;
    let to = from + 1;
    while (to < lines.length && lines[to] === line) to += 1;
    runs.push({ line, from, to });
    from = to;
  }
  return runs;
}

/**
 * Joins the results of single runs. `bestOf` returns the best cosine of each query row in a run; its next call may
 * overwrite the array.
 */
export function joinRuns(weights: Float32Array, runs: readonly LineRun[], bestOf: (run: LineRun) => ArrayLike<number>): TokenMatch {
  const rows = weights.length;
  const best = new Float32Array(rows).fill(-1);
  const last = runs.reduce((most, { line }) => (line === NO_LINE ? most : Math.max(most, line)), -1);
  const byLine = Array.from<Float32Array | undefined>({ length: last + 1 });
  for (const run of runs) {
    const own = bestOf(run);
    for (let row = 0; row < rows; row += 1) if (own[row]! > best[row]!) best[row] = own[row]!;
    if (run.line === NO_LINE) continue;
    const known = byLine[run.line];
    if (known === undefined) byLine[run.line] = Float32Array.from({ length: rows }, (_, row) => own[row]!);
    else for (let row = 0; row < rows; row += 1) if (own[row]! > known[row]!) known[row] = own[row]!;
  }
  return { best, lines: Float32Array.from(byLine, (own) => (own === undefined ? -1 : weightedSum(weights, own))) };
}

function weightedSum(weights: Float32Array, values: Float32Array): number {
  let sum = 0;
  for (let row = 0; row < weights.length; row += 1) sum += weights[row]! * values[row]!;
  return sum;
}

/**
 * Prepares late interaction of a query with passages, split into its parts: the match of each query word in a passage,
 * and the score of each line alone. `sum weights * best` equals the result of `createLateInteraction`. Source:
 * design/answers, recipe 6 and 9.
 */
export function createTokenMatching({ ids, vectors }: QueryTokens, idf: (id: number) => number): TokenMatching {
  const rows = ids.length;
  const dimensions = rows === 0 ? 0 : vectors.length / rows;
  if (!Number.isInteger(dimensions)) throw new RangeError(`${vectors.length} numbers are no ${rows} rows`);
  const groups = Math.ceil(rows / LANES);
  const lanes = interleave(vectors, rows, dimensions, groups);
  const weights = rarityWeights(ids, idf);
  const best = new Float64Array(groups * LANES);
  return {
    weights,
    match: ({ vectors: values, scales, lines }) => {
      const tokens = scales.length;
      if (tokens === 0) return undefined;
      if (rows > 0 && values.length !== tokens * dimensions)
        throw new RangeError(`rows of ${values.length / tokens} dimensions, the query has ${dimensions}`);
      return joinRuns(weights, lineRuns(lines), ({ from, to }) => {
        best.fill(-1);
        for (let token = from; token < to; token += 1) raise(best, lanes, values, token * dimensions, dimensions, scales[token]!);
        return best;
      });
    },
  };
}
