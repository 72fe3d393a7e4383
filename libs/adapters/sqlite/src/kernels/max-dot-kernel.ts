import {
  add,
  ADD,
  ADD_LANES,
  compileWasm,
  DOT,
  EXTEND_HIGH,
  EXTEND_LOW,
  get,
  growTo,
  i32,
  LARGER,
  LESS,
  line,
  load,
  loadSplat,
  MULTIPLY,
  MULTIPLY_FLOATS,
  pick,
  repeat,
  set,
  store,
  SUBTRACT,
  TO_FLOATS,
  ZEROS,
  type Code,
  type WasmExports,
} from './wasm.ts';

/**
 * Computes inner products of several query rows with the rows of a document, with vector instructions and so in a
 * fraction of the time of a loop over bytes.
 */
export interface MaxDotKernel {
  /**
   * Loads query rows of 16-bit numbers, `dimensions` each. Rows of zeros fill their number up to a multiple of four.
   */
  load(query: Int16Array, rows: number, dimensions: number): void;
  /** Sets the document for `best`. Products with a row are multiplied by its scale and `factor`. */
  open(document: Int8Array, scales: Float32Array, factor: number): void;
  /**
   * Returns for each query row the largest `factor * scale * (query row . document row)` over these rows, at least -1.
   * There must be at least one row. The result is a view that the next call overwrites.
   */
  best(from: number, to: number): Float32Array;
}

/** Number of query rows that are processed together. */
const LANES = 4;
/** Number of bytes of a document row in one step. */
export const KERNEL_STEP = 16;

let compiled: (() => WasmExports<'run'>) | undefined | false = false;

/**
 * Creates the kernel; undefined when the machine has no vector instructions for WebAssembly. Dimensions must be a
 * multiple of `KERNEL_STEP`.
 */
export function createMaxDotKernel(): MaxDotKernel | undefined {
  if (compiled === false) compiled = compileWasm<'run'>([{ name: 'run', params: 7, numbers: 5, vectors: 6, body: body() }]);
  if (!compiled) return undefined;
  const { memory, run } = compiled();
  let groups = 0;
  let dimensions = 0;
  let scalesAt = 0;
  let documentAt = 0;
  return {
    load(query, rows, wide) {
      dimensions = wide;
      groups = Math.ceil(rows / LANES);
      growTo(memory, groups * LANES * (dimensions * 2 + 4));
      const held = new Int16Array(memory.buffer, 0, groups * LANES * dimensions);
      held.fill(0);
      held.set(query);
    },
    open(document, scales, factor) {
      scalesAt = groups * LANES * (dimensions * 2 + 4);
      documentAt = scalesAt + Math.ceil(scales.length / LANES) * LANES * 4;
      growTo(memory, documentAt + document.length);
      const factors = new Float32Array(memory.buffer, scalesAt, scales.length);
      for (let row = 0; row < scales.length; row += 1) factors[row] = scales[row]! * factor;
      new Int8Array(memory.buffer, documentAt, document.length).set(document);
    },
    best(from, to) {
      const bestAt = groups * LANES * dimensions * 2;
      const best = new Float32Array(memory.buffer, bestAt, groups * LANES).fill(-1);
      run(documentAt + from * dimensions, to - from, dimensions, 0, groups, scalesAt + from * 4, bestAt);
      return best;
    },
  };
}

// Locals of the function: parameters first.
const [DOCUMENT, ROWS, DIMENSIONS, QUERY, GROUPS, SCALES, BEST] = [0, 1, 2, 3, 4, 5, 6];
const [GROUP, AT, QUERY_AT, BEST_AT, STRIDE] = [7, 8, 9, 10, 11];
const [LOW, HIGH] = [12, 13];
const SUMS = [14, 15, 16, 17] as const;

/**
 * Adds the products of the next 16 bytes of the document row with each query row to its sum. Query rows are `STRIDE`
 * bytes apart.
 */
function step(): Code {
  const products = SUMS.flatMap((sum, lane) => {
    const row = [...get(QUERY_AT), ...i32(lane), ...get(STRIDE), ...MULTIPLY, ...ADD];
    return [...line(get(LOW), row, load(), DOT), ...line(get(HIGH), row, load(16), DOT), ...line(ADD_LANES, get(sum), ADD_LANES, set(sum))];
  });
  const bytes = [...get(DOCUMENT), ...get(AT), ...ADD, ...load()];
  return [...bytes, ...EXTEND_LOW, ...set(LOW), ...bytes, ...EXTEND_HIGH, ...set(HIGH), ...products];
}

/** Folds the four sums of four lanes into one scaled vector, and stores its maximum with the vector at `BEST_AT`. */
function keepLarger(): Code {
  const [a, b, c, d] = SUMS;
  const folded = (left: number, right: number): Code => [
    ...line(get(left), get(right), pick(0, 4, 1, 5)),
    ...line(get(left), get(right), pick(2, 6, 3, 7)),
    ...ADD_LANES,
  ];
  const sums = [
    ...line(folded(a, b), set(LOW), folded(c, d), set(HIGH)),
    ...line(get(LOW), get(HIGH), pick(0, 1, 4, 5), get(LOW), get(HIGH), pick(2, 3, 6, 7), ADD_LANES),
  ];
  const scaled = [...sums, ...TO_FLOATS, ...get(SCALES), ...loadSplat(), ...MULTIPLY_FLOATS];
  return [...get(BEST_AT), ...get(BEST_AT), ...load(), ...scaled, ...LARGER, ...store()];
}

/** Builds the loops: over the rows of the document, over groups of four query rows, and over the dimensions. */
function body(): Code {
  const overDimensions = repeat(
    ...step(),
    ...add(QUERY_AT, ...i32(2 * KERNEL_STEP)),
    ...add(AT, ...i32(KERNEL_STEP)),
    ...line(get(AT), get(DIMENSIONS), LESS),
  );
  const overGroups = repeat(
    ...SUMS.flatMap((sum) => [...ZEROS, ...set(sum)]),
    ...line(i32(0), set(AT)),
    ...overDimensions,
    // Skips three rows: the loop has already passed the first of the four.
    ...add(QUERY_AT, ...i32(LANES - 1), ...get(STRIDE), ...MULTIPLY),
    ...keepLarger(),
    ...add(BEST_AT, ...i32(4 * LANES)),
    ...add(GROUP, ...i32(1)),
    ...line(get(GROUP), get(GROUPS), LESS),
  );
  return [
    ...line(get(DIMENSIONS), i32(2), MULTIPLY, set(STRIDE)),
    ...repeat(
      ...line(i32(0), set(GROUP), get(QUERY), set(QUERY_AT), get(BEST), set(BEST_AT)),
      ...overGroups,
      ...add(DOCUMENT, ...get(DIMENSIONS)),
      ...add(SCALES, ...i32(4)),
      ...line(get(ROWS), i32(1), SUBTRACT, set(ROWS), get(ROWS)),
    ),
  ];
}
