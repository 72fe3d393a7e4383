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

/** Inner products of several query rows with the rows of a document, in vector instructions; a fraction of the time of a loop over bytes. */
export interface MaxDotKernel {
  /** Query rows of 16-bit numbers, `dimensions` each; rows are filled up to a multiple of four by zeros. */
  load(query: Int16Array, rows: number, dimensions: number): void;
  /** Takes the rows of a document for `best`; what they are multiplied with is their scale and `factor`. */
  open(document: Int8Array, scales: Float32Array, factor: number): void;
  /** Of each query row the largest of `factor * scale * (query row . document row)` over these rows, at least one, and at least -1; a view that the next call overwrites. */
  best(from: number, to: number): Float32Array;
}

/** Query rows that go side by side. */
const LANES = 4;
/** Bytes of a document row that one step takes. */
export const KERNEL_STEP = 16;

let compiled: (() => WasmExports<'run'>) | undefined | false = false;

/** Undefined where the machine has no vector instructions for WebAssembly; dimensions must be a multiple of `KERNEL_STEP`. */
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

// Locals: parameters first.
const [DOCUMENT, ROWS, DIMENSIONS, QUERY, GROUPS, SCALES, BEST] = [0, 1, 2, 3, 4, 5, 6];
const [GROUP, AT, QUERY_AT, BEST_AT, STRIDE] = [7, 8, 9, 10, 11];
const [LOW, HIGH] = [12, 13];
const SUMS = [14, 15, 16, 17] as const;

/** Adds to each sum what the next 16 bytes of the document row and of its query row give; query rows are `STRIDE` bytes apart. */
function step(): Code {
  const products = SUMS.flatMap((sum, lane) => {
    const row = [...get(QUERY_AT), ...i32(lane), ...get(STRIDE), ...MULTIPLY, ...ADD];
    return [...line(get(LOW), row, load(), DOT), ...line(get(HIGH), row, load(16), DOT), ...line(ADD_LANES, get(sum), ADD_LANES, set(sum))];
  });
  const bytes = [...get(DOCUMENT), ...get(AT), ...ADD, ...load()];
  return [...bytes, ...EXTEND_LOW, ...set(LOW), ...bytes, ...EXTEND_HIGH, ...set(HIGH), ...products];
}

/** The four sums of four lanes each as one vector, scaled; the larger of it and what stands at `BEST_AT`. */
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

/** For each row of the document, for each four rows of the query, over the dimensions. */
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
    // Behind the four rows: the loop has passed the first of them.
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
