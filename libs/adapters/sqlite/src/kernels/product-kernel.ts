import type { ProductCode } from '@total-recall/runtime';
import {
  add,
  ADD,
  ADD_LANES,
  ADD_SHORTS,
  compileWasm,
  DIVIDE_F64,
  DOT,
  F32_TO_F64,
  f64,
  F64_TO_F32,
  floats,
  get,
  growTo,
  i32,
  LARGER,
  line,
  load,
  LOAD_F64,
  loadByte,
  loadNumber,
  loadSplat,
  MULTIPLY,
  MULTIPLY_F64,
  MULTIPLY_FLOATS,
  NARROW,
  repeat,
  SELECT,
  set,
  shiftRight,
  SPLAT_F32,
  splatNumber,
  SQRT_F64,
  store,
  SUBTRACT,
  TO_F64,
  TO_FLOATS,
  WIDEN_HIGH,
  WIDEN_LOW,
  ZEROS,
  type Code,
  type WasmFunction,
} from './wasm.ts';

/**
 * Compares rows in a product code with the rows of a query without decoding them. Products of query rows and centroids
 * are looked up in tables, for up to sixteen query rows at once, whose entries are adjacent. Products are rounded to 16
 * bits, so a cosine differs from that of the decoded row by at most `COSINE_ERROR`.
 */
export interface ProductKernel {
  /** Loads query rows of 16-bit numbers with length `unit`, and builds the tables of products. */
  load(query: Int16Array, rows: number, unit: number): void;
  /** Blocks of query rows that are processed together: `rows` rows from row `first` on. */
  readonly blocks: readonly { readonly first: number; readonly rows: number; readonly lanes: number }[];
  /** Sets the rows for `best`, as parts of codes. Rows are numbered from 0 over all parts. */
  open(parts: readonly Uint8Array[]): void;
  /**
   * Returns the best cosine of each query row of a block for each run of rows, at least -1. Runs are given by their
   * length, at least one, and follow each other from row 0. Run i has `lanes` numbers from i * lanes on. The result is
   * a view that the next call overwrites.
   */
  best(block: number, runs: Int32Array): Float32Array;
}

/**
 * Largest error of a cosine: half a step for each group of dimensions, where some thousands of steps are the length of
 * a row.
 */
export const COSINE_ERROR = 0.005;

const CENTROIDS = 256;
/** Number of query rows in a vector, and of vectors processed together. */
const LANES = 4;
const MOST_VECTORS = 4;
const BLOCK_ROWS = LANES * MOST_VECTORS;
const VECTOR_BYTES = 16;

type Name = `${'build' | 'run'}${number}`;

/** Creates the kernel; undefined when the machine has no vector instructions for WebAssembly. */
export function createProductKernel({ groups, centroids }: ProductCode): ProductKernel | undefined {
  const width = groups.reduce((sum, size) => sum + size, 0);
  const rowBytes = groups.length;
  const layout = layoutOf(groups);
  const squares = squaresOf(groups, centroids);
  const shift = shiftOf(squares, rowBytes);
  const instance = compileWasm<Name>(
    Array.from({ length: MOST_VECTORS }, (_, at) => [
      buildTables(at + 1, groups, layout, shift),
      bestOfRuns(at + 1, groups, layout),
    ]).flat(),
  )?.();
  if (!instance) return undefined;
  const { memory } = instance;
  growTo(memory, layout.tables);
  new Int16Array(memory.buffer, layout.centroids, CENTROIDS * width).set(centroids);
  new Int32Array(memory.buffer, layout.squares, CENTROIDS * rowBytes).set(squares);
  let blocks: Block[] = [];
  let codesAt = layout.tables;
  let runsAt = layout.tables;
  return {
    get blocks() {
      return blocks;
    },
    load(query, rows, unit) {
      blocks = blocksOf(rows, rowBytes, layout.tables);
      const last = blocks.at(-1);
      codesAt = last === undefined ? layout.tables : last.tableAt + tableBytes(last.vectors, rowBytes);
      growTo(memory, codesAt);
      new Float64Array(memory.buffer, layout.unit, 1)[0] = 2 ** shift / unit;
      for (const { first, rows: own, vectors, tableAt } of blocks) {
        interleavePairs(new Int16Array(memory.buffer, layout.query, width * LANES * vectors), query, { first, rows: own, width });
        instance[`build${vectors}`]!(layout.query, tableAt);
      }
    },
    open(parts) {
      const bytes = parts.reduce((sum, codes) => sum + codes.length, 0);
      runsAt = codesAt + Math.ceil(bytes / VECTOR_BYTES) * VECTOR_BYTES;
      growTo(memory, runsAt);
      const held = new Uint8Array(memory.buffer, codesAt, bytes);
      let at = 0;
      for (const codes of parts) {
        held.set(codes, at);
        at += codes.length;
      }
    },
    best(block, runs) {
      const { vectors, lanes, tableAt } = blocks[block]!;
      const bestAt = runsAt + Math.ceil(runs.byteLength / VECTOR_BYTES) * VECTOR_BYTES;
      growTo(memory, bestAt + runs.length * vectors * VECTOR_BYTES);
      new Int32Array(memory.buffer, runsAt, runs.length).set(runs);
      if (runs.length > 0) instance[`run${vectors}`]!(codesAt, runsAt, runs.length, tableAt, bestAt);
      return new Float32Array(memory.buffer, bestAt, runs.length * lanes);
    },
  };
}

interface Block {
  readonly first: number;
  readonly rows: number;
  readonly lanes: number;
  readonly vectors: number;
  readonly tableAt: number;
}

/** Returns the number of vectors of eight 16-bit numbers that hold the numbers of vectors of four 32-bit ones. */
const halved = (vectors: number): number => Math.ceil(vectors / 2);

function tableBytes(vectors: number, rowBytes: number): number {
  return CENTROIDS * rowBytes * halved(vectors) * VECTOR_BYTES;
}

/**
 * Returns the number of bits to drop from each product so that no sum of a row's products exceeds 16 bits, for any
 * query. It follows from the longest row by the Cauchy-Schwarz inequality.
 */
function shiftOf(squares: Int32Array, rowBytes: number): number {
  let longest = 0;
  for (let group = 0; group < rowBytes; group += 1)
    longest += squares.subarray(group * CENTROIDS, (group + 1) * CENTROIDS).reduce((most, square) => Math.max(most, square), 0);
  // A little more, for rounding.
  return Math.max(1, Math.ceil(Math.log2(Math.sqrt(longest) * 1.005)));
}

function blocksOf(rows: number, rowBytes: number, tables: number): Block[] {
  const blocks: Block[] = [];
  for (let first = 0, tableAt = tables; first < rows; first += BLOCK_ROWS) {
    const own = Math.min(BLOCK_ROWS, rows - first);
    const vectors = Math.ceil(own / LANES);
    blocks.push({ first, rows: own, lanes: LANES * vectors, vectors, tableAt });
    tableAt += tableBytes(vectors, rowBytes);
  }
  return blocks;
}

/** Offsets in the memory, in bytes. The codes follow the tables. */
interface Layout {
  readonly unit: number;
  readonly centroids: number;
  readonly squares: number;
  readonly query: number;
  readonly tables: number;
}

function layoutOf(groups: readonly number[]): Layout {
  const width = groups.reduce((sum, size) => sum + size, 0);
  const centroids = VECTOR_BYTES;
  const squares = centroids + 2 * CENTROIDS * width;
  const query = squares + 4 * CENTROIDS * groups.length;
  return { unit: 0, centroids, squares, query, tables: query + 2 * width * BLOCK_ROWS };
}

function squaresOf(groups: readonly number[], centroids: Int8Array): Int32Array {
  const squares = new Int32Array(CENTROIDS * groups.length);
  let from = 0;
  groups.forEach((size, group) => {
    for (let code = 0; code < CENTROIDS; code += 1) {
      let square = 0;
      for (const end = from + size; from < end; from += 1) square += centroids[from]! ** 2;
      squares[group * CENTROIDS + code] = square;
    }
  });
  return squares;
}

/** Interleaves a block of query rows: two dimensions of four rows, then of the next four. Missing rows are zero. */
function interleavePairs(
  into: Int16Array,
  query: Int16Array,
  { first, rows, width }: { readonly first: number; readonly rows: number; readonly width: number },
): void {
  const stride = into.length / (width / 2);
  into.fill(0);
  for (let row = 0; row < rows; row += 1)
    for (let at = 0; at < width; at += 1) into[(at >> 1) * stride + 2 * row + (at & 1)] = query[(first + row) * width + at]!;
}

/**
 * Builds the function that computes the products of each centroid of each group with the rows of a block. Its
 * parameters are the addresses of the rows and the table.
 */
function buildTables(vectors: number, groups: readonly number[], layout: Layout, shift: number): WasmFunction {
  const [QUERY, TABLE, CENTROID, LEFT] = [0, 1, 2, 3];
  const sums = Array.from({ length: vectors }, (_, at) => 4 + at);
  const pair = 4 + vectors;
  const rounded = (sum: number): Code => line(get(sum), splatNumber(2 ** (shift - 1)), ADD_LANES, shiftRight(shift));
  const stores = Array.from({ length: halved(vectors) }, (_, half) =>
    line(
      get(TABLE),
      rounded(sums[2 * half]!),
      2 * half + 1 < vectors ? rounded(sums[2 * half + 1]!) : ZEROS,
      NARROW,
      store(half * VECTOR_BYTES),
    ),
  );
  let before = 0;
  const body = groups.flatMap((size) => {
    const pairs = Array.from({ length: size / 2 }, (_, at) => before / 2 + at);
    before += size;
    const ofPair = (number: number, at: number): Code => [
      ...line(get(CENTROID), loadSplat(4 * at), set(pair)),
      ...sums.flatMap((sum, vector) => [
        ...line(get(pair), get(QUERY), load((number * vectors + vector) * VECTOR_BYTES), DOT),
        ...line(at === 0 ? set(sum) : [...get(sum), ...ADD_LANES, ...set(sum)]),
      ]),
    ];
    return [
      ...line(i32(CENTROIDS), set(LEFT)),
      ...repeat(
        ...pairs.flatMap(ofPair),
        ...stores.flat(),
        ...add(TABLE, ...i32(halved(vectors) * VECTOR_BYTES)),
        ...add(CENTROID, ...i32(2 * size)),
        ...line(get(LEFT), i32(1), SUBTRACT, set(LEFT), get(LEFT)),
      ),
    ];
  });
  return {
    name: `build${vectors}`,
    params: 2,
    numbers: 2,
    vectors: vectors + 1,
    body: [...line(i32(layout.centroids), set(CENTROID)), ...body],
  };
}

/**
 * Builds the function that finds the largest cosines of each run. Its parameters are the addresses of codes and runs,
 * the number of runs, and the addresses of the table and the results.
 */
function bestOfRuns(vectors: number, groups: readonly number[], layout: Layout): WasmFunction {
  const [CODES, RUNS, COUNT, TABLE, BEST, CODE, SQUARE, ROWS] = [0, 1, 2, 3, 4, 5, 6, 7];
  const halves = halved(vectors);
  const sums = Array.from({ length: halves }, (_, at) => 8 + at);
  const scale = 8 + halves;
  const perCode = halves * VECTOR_BYTES;
  const lookUp = groups.flatMap((_, group): Code => [
    ...line(get(CODES), loadByte(group), set(CODE)),
    ...add(SQUARE, ...line(get(CODE), i32(4), MULTIPLY, loadNumber(layout.squares + 4 * CENTROIDS * group))),
    ...line(get(CODE), i32(perCode), MULTIPLY, get(TABLE), ADD, set(CODE)),
    ...sums.flatMap((sum, half) =>
      line(get(CODE), load(CENTROIDS * perCode * group + half * VECTOR_BYTES), get(sum), ADD_SHORTS, set(sum)),
    ),
  ]);
  const inverseLength = line(f64(1), get(SQUARE), TO_F64, SQRT_F64, DIVIDE_F64, f64(0), get(SQUARE), SELECT);
  const cosines = (vector: number): Code =>
    line(get(sums[vector >> 1]!), vector % 2 === 0 ? WIDEN_LOW : WIDEN_HIGH, TO_FLOATS, get(scale), MULTIPLY_FLOATS);
  const each = (code: (vector: number) => Code): Code => Array.from({ length: vectors }, (_, vector) => code(vector)).flat();
  const rows = repeat(
    ...line(i32(0), set(SQUARE)),
    ...sums.flatMap((sum) => line(ZEROS, set(sum))),
    ...lookUp,
    // Rounded as `Float32Array` rounds between a decoded row and its cosine.
    ...line(inverseLength, F64_TO_F32, F32_TO_F64, i32(layout.unit), LOAD_F64, MULTIPLY_F64, F64_TO_F32, SPLAT_F32, set(scale)),
    ...each((vector) => line(get(BEST), get(BEST), load(vector * VECTOR_BYTES), cosines(vector), LARGER, store(vector * VECTOR_BYTES))),
    ...add(CODES, ...i32(groups.length)),
    ...line(get(ROWS), i32(1), SUBTRACT, set(ROWS), get(ROWS)),
  );
  const body = repeat(
    ...line(get(RUNS), loadNumber(0), set(ROWS)),
    ...each((vector) => line(get(BEST), floats(-1), store(vector * VECTOR_BYTES))),
    ...rows,
    ...add(RUNS, ...i32(4)),
    ...add(BEST, ...i32(vectors * VECTOR_BYTES)),
    ...line(get(COUNT), i32(1), SUBTRACT, set(COUNT), get(COUNT)),
  );
  return { name: `run${vectors}`, params: 5, numbers: 3, vectors: halves + 1, body };
}
