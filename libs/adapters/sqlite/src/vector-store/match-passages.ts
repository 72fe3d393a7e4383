import { lineRuns, NO_LINE, rarityWeights, segmentsOfRows, type LineCuts, type TokenMatrix } from '@total-recall/domain/for-threads';
import { createTokenScratch, decodeTokens, tokenCodec, unpackTokenRuns, unpackTokens } from '@total-recall/runtime/token-rows';
import { createProductKernel, type ProductKernel } from '../kernels/product-kernel.ts';
import type { PackedMatches } from './packed-matches.ts';
import { createMatching, UNIT, unitRows } from './score-tokens.ts';

type Passage = ReturnType<typeof unpackTokenRuns> & {
  readonly packed: Uint8Array;
  readonly cuts: LineCuts;
  /** Start of its values: the best of each query row, then its lines. */
  readonly at: number;
  readonly lines: number;
};

/** Matches one query against passages. */
export interface PassageMatching {
  /**
   * Matches packed token vectors (`packTokens`); undefined stands for a passage without any. With `cuts`, lines are the
   * segments that the cuts of each passage make of its lines.
   */
  match(passages: readonly (Uint8Array | undefined)[], cuts?: readonly LineCuts[]): PackedMatches;
}

/**
 * Bytes of codes that are compared with one block of query rows before the next, so that they stay in the processor's
 * cache beside the tables.
 */
const CODES_AT_ONCE = 512 * 1024;

/**
 * Creates the matching of stored passages, equal to `createMatching` within `COSINE_ERROR` for each query row. It
 * compares product codes without decoding them, with vector instructions if the machine has them. Only one query at a
 * time: the next one uses the same memory.
 */
export function createPassageMatching(): (tokens: TokenMatrix, idf: (id: number) => number) => PassageMatching {
  const matching = createMatching();
  const scratch = createTokenScratch();
  const kernels = new Map<string, ProductKernel | undefined>();
  const kernelOf = (codec: string): ProductKernel | undefined => {
    const product = tokenCodec(codec)?.product;
    if (!kernels.has(codec)) kernels.set(codec, product && createProductKernel(product));
    return kernels.get(codec);
  };
  return (tokens, idf) => {
    const rows = tokens.ids.length;
    const dimensions = rows === 0 ? 0 : tokens.vectors.length / rows;
    const weights = rarityWeights(tokens.ids, idf);
    let decoded: ReturnType<typeof matching> | undefined;
    const loaded = new Set<string>();
    const load = (codec: string): ProductKernel | undefined => {
      const kernel = kernelOf(codec);
      if (kernel && !loaded.has(codec)) kernel.load(unitRows(tokens.vectors, dimensions), rows, UNIT);
      loaded.add(codec);
      return kernel;
    };
    return {
      match(blobs, cuts = []) {
        const { lines, values, passages } = openPassages(blobs, cuts, rows);
        for (const [codec, own] of Map.groupBy(passages, (passage) => (hasEachLineOnce(passage) ? passage.codec : ''))) {
          const kernel = codec === '' ? undefined : load(codec);
          if (kernel) {
            checkRows(own, rows, dimensions);
            for (const portion of portionsOf(own)) compare(kernel, portion, weights, values);
          } else
            for (const { packed, at, cuts } of own) {
              decoded ??= matching(tokens, idf);
              const kept = unpackTokens(packed);
              const found = decoded.match(decodeTokens({ ...kept, lines: segmentsOfRows(kept.lines, cuts) }, scratch))!;
              values.set(found.best, at);
              values.set(found.lines, at + rows);
            }
        }
        return { weights, lines, values };
      },
    };
  };
}

/** Unpacks the passages that have rows, and allocates room for their results. */
function openPassages(
  blobs: readonly (Uint8Array | undefined)[],
  cutsOf: readonly LineCuts[],
  rows: number,
): Omit<PackedMatches, 'weights'> & { passages: Passage[] } {
  const lines = new Int16Array(blobs.length).fill(-1);
  const passages: Passage[] = [];
  let at = 0;
  blobs.forEach((packed, place) => {
    const opened = packed && unpackTokenRuns(packed);
    if (!opened || opened.codes.length === 0) return;
    const cuts = cutsOf[place] ?? [];
    const runs = cuts.length === 0 ? opened.runs : cutRuns(opened.runs, cuts);
    const count = runs.reduce((most, { line }) => (line === NO_LINE ? most : Math.max(most, line + 1)), 0);
    passages.push({ ...opened, runs, cuts, packed, at, lines: count });
    lines[place] = count;
    at += rows + count;
  });
  return { lines, values: new Float32Array(at).fill(-1), passages };
}

/** Cuts runs of lines into runs of the segments of those lines. */
function cutRuns(runs: Passage['runs'], cuts: LineCuts): Passage['runs'] {
  const lines = new Uint8Array(runs.reduce((sum, { rows }) => sum + rows, 0));
  let from = 0;
  for (const { line, rows } of runs) lines.fill(line, from, (from += rows));
  return lineRuns(segmentsOfRows(lines, cuts)).map((run) => ({ line: run.line, rows: run.to - run.from }));
}

/**
 * Returns true when no line has two runs, as in all passages of the model's reader. Several runs of a line must be
 * joined before they are weighed, which the slower way does.
 */
function hasEachLineOnce({ runs }: Passage): boolean {
  for (let at = 1; at < runs.length; at += 1) {
    const { line } = runs[at]!;
    for (let before = 0; before < at; before += 1) if (runs[before]!.line === line && line !== NO_LINE) return false;
  }
  return true;
}

function checkRows(passages: readonly Passage[], queryRows: number, dimensions: number): void {
  for (const { codec, codes, runs } of passages) {
    const own = tokenCodec(codec)!.dimensions(
      codes,
      runs.reduce((sum, run) => sum + run.rows, 0),
    );
    if (queryRows > 0 && own !== dimensions) throw new RangeError(`rows of ${own} dimensions, the query has ${dimensions}`);
  }
}

function* portionsOf(passages: readonly Passage[]): Generator<readonly Passage[]> {
  let bytes = 0;
  let from = 0;
  for (let at = 0; at < passages.length; at += 1) {
    const own = passages[at]!.codes.length;
    if (bytes + own > CODES_AT_ONCE && at > from) {
      yield passages.slice(from, at);
      [from, bytes] = [at, 0];
    }
    bytes += own;
  }
  yield passages.slice(from);
}

/** Compares one block of query rows after the other, as the tables of several would not fit in the cache together. */
function compare(kernel: ProductKernel, passages: readonly Passage[], weights: Float32Array, values: Float32Array): void {
  kernel.open(passages.map(({ codes }) => codes));
  const rows = weights.length;
  const counts = Int32Array.from(passages.flatMap(({ runs }) => runs.flatMap((run) => (run.rows === 0 ? [] : [run.rows]))));
  const sums = new Float64Array(passages.reduce((sum, { lines }) => sum + lines, 0));
  kernel.blocks.forEach(({ first, rows: own, lanes }, block) => {
    const best = kernel.best(block, counts);
    let from = 0;
    let sumsAt = 0;
    for (const { runs, at, lines } of passages) {
      for (const run of runs) {
        if (run.rows === 0) continue;
        let sum = run.line === NO_LINE ? 0 : sums[sumsAt + run.line]!;
        for (let row = 0; row < own; row += 1) {
          const cosine = best[from + row]!;
          sum += weights[first + row]! * cosine;
          if (cosine > values[at + first + row]!) values[at + first + row] = cosine;
        }
        from += lanes;
        if (run.line !== NO_LINE) sums[sumsAt + run.line] = sum;
      }
      sumsAt += lines;
    }
  });
  let sumsAt = 0;
  for (const { runs, at, lines } of passages) {
    for (const { line } of runs) if (line !== NO_LINE) values[at + rows + line] = sums[sumsAt + line]!;
    sumsAt += lines;
  }
}
