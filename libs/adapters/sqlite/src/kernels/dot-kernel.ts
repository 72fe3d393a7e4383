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
  LESS,
  line,
  load,
  MULTIPLY,
  pick,
  repeat,
  set,
  store,
  SUBTRACT,
  ZEROS,
} from './wasm.ts';

/** Computes inner products of one query with many int8 rows, with vector instructions. */
export interface DotKernel {
  /** Loads a query. Its length is a multiple of `DOT_STEP`, and no product with a row may exceed 32 bits. */
  load(query: Int16Array): void;
  /**
   * Returns the product with each row. The number of rows is a multiple of four. The result is a view that the next
   * call overwrites.
   */
  products(rows: Int8Array): Int32Array;
}

/** Number of dimensions in one step. */
export const DOT_STEP = 16;
/** Number of rows whose products are stored at once. */
const LANES = 4;

/** Creates the kernel; undefined when the machine has no vector instructions for WebAssembly. */
export function createDotKernel(): DotKernel | undefined {
  const instance = compileWasm<'run'>([{ name: 'run', params: 5, numbers: 1, vectors: 6, body: body() }])?.();
  if (!instance) return undefined;
  const { memory, run } = instance;
  let dimensions = 0;
  return {
    load(query) {
      dimensions = query.length;
      growTo(memory, 2 * dimensions);
      new Int16Array(memory.buffer, 0, dimensions).set(query);
    },
    products(rows) {
      const rowsAt = 2 * dimensions;
      const count = rows.length / dimensions;
      const productsAt = rowsAt + rows.length;
      growTo(memory, productsAt + 4 * count);
      new Int8Array(memory.buffer, rowsAt, rows.length).set(rows);
      if (count > 0) run(rowsAt, count / LANES, dimensions, 0, productsAt);
      return new Int32Array(memory.buffer, productsAt, count);
    },
  };
}

/** Builds the loops: over groups of four rows, and inside over the dimensions. */
function body(): number[] {
  const [ROWS, GROUPS, DIMENSIONS, QUERY, PRODUCTS, AT] = [0, 1, 2, 3, 4, 5];
  const [LOW, HIGH] = [6, 7];
  const SUMS = [8, 9, 10, 11] as const;
  const query = (offset: number): number[] => [...get(QUERY), ...get(AT), ...ADD, ...get(AT), ...ADD, ...load(offset)];
  const row = (lane: number): number[] => [...line(get(ROWS), get(AT), ADD, get(DIMENSIONS), i32(lane), MULTIPLY, ADD, load())];
  const step = [
    ...line(query(0), set(LOW), query(16), set(HIGH)),
    ...SUMS.flatMap((sum, lane) => [
      ...line(row(lane), EXTEND_LOW, get(LOW), DOT, row(lane), EXTEND_HIGH, get(HIGH), DOT),
      ...line(ADD_LANES, get(sum), ADD_LANES, set(sum)),
    ]),
  ];
  const folded = (left: number, right: number): number[] => [
    ...line(get(left), get(right), pick(0, 4, 1, 5)),
    ...line(get(left), get(right), pick(2, 6, 3, 7), ADD_LANES),
  ];
  const [a, b, c, d] = SUMS;
  return repeat(
    ...SUMS.flatMap((sum) => line(ZEROS, set(sum))),
    ...line(i32(0), set(AT)),
    ...repeat(...step, ...add(AT, ...i32(DOT_STEP)), ...line(get(AT), get(DIMENSIONS), LESS)),
    ...line(folded(a, b), set(LOW), folded(c, d), set(HIGH)),
    ...line(get(PRODUCTS), get(LOW), get(HIGH), pick(0, 1, 4, 5), get(LOW), get(HIGH), pick(2, 3, 6, 7), ADD_LANES, store()),
    ...add(PRODUCTS, ...i32(4 * LANES)),
    ...add(ROWS, ...get(DIMENSIONS), ...i32(LANES), ...MULTIPLY),
    ...line(get(GROUPS), i32(1), SUBTRACT, set(GROUPS), get(GROUPS)),
  );
}
