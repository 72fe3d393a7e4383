import {
  add,
  AND,
  compileWasm,
  get,
  growTo,
  HIGH_NIBBLES,
  i32,
  INTERLEAVE_HIGH,
  INTERLEAVE_LOW,
  line,
  load,
  repeat,
  set,
  splatByte,
  splatShort,
  store,
  SUBTRACT,
  SWIZZLE,
  ADD_SHORTS,
} from './wasm.ts';

/** Number of vectors whose signs are interleaved byte by byte. */
export const SIGN_LANES = 16;

/** Sums the weights of a vector's signs, looked up four signs at a time, for sixteen vectors at once. */
export interface SignKernel {
  /** Loads the table of `signTable`: 16 values for each four signs. */
  load(table: Uint16Array): void;
  /**
   * Returns the score plus one of each vector, for whole groups of `SIGN_LANES`. The result is a view that the next
   * call overwrites.
   */
  scores(columns: Uint8Array): Uint16Array;
}

const TABLE_BYTES = 32;
const GROUP_SCORES = 2 * SIGN_LANES;

/** Creates the kernel; undefined when the machine has no vector instructions for WebAssembly. */
export function createSignKernel(): SignKernel | undefined {
  const instance = compileWasm<'run'>([{ name: 'run', params: 5, numbers: 2, vectors: 6, body: body() }])?.();
  if (!instance) return undefined;
  const { memory, run } = instance;
  let stride = 0;
  return {
    load(table) {
      const nibbles = table.length / 16;
      stride = nibbles / 2;
      growTo(memory, nibbles * TABLE_BYTES);
      const held = new Uint8Array(memory.buffer, 0, nibbles * TABLE_BYTES);
      // The low bytes of sixteen values come first, then their high bytes.
      table.forEach((value, at) => {
        const from = Math.floor(at / 16) * TABLE_BYTES + (at % 16);
        held[from] = value & 255;
        held[from + 16] = value >> 8;
      });
    },
    scores(columns) {
      const columnsAt = 2 * stride * TABLE_BYTES;
      const groups = columns.length / (stride * SIGN_LANES);
      const scoresAt = columnsAt + columns.length;
      growTo(memory, scoresAt + groups * GROUP_SCORES);
      new Uint8Array(memory.buffer, columnsAt, columns.length).set(columns);
      if (groups > 0) run(columnsAt, groups, stride, 0, scoresAt);
      return new Uint16Array(memory.buffer, scoresAt, groups * SIGN_LANES);
    },
  };
}

function body(): number[] {
  const [COLUMNS, GROUPS, STRIDE, TABLES, SCORES, TABLE, LEFT] = [0, 1, 2, 3, 4, 5, 6];
  const [FIRST, SECOND, SIGNS, NIBBLES, LOW, HIGH] = [7, 8, 9, 10, 11, 12];
  /** Looks up the low and the high bytes and combines them. */
  const addNibbles = (offset: number): number[] => [
    ...line(get(TABLE), load(offset), get(NIBBLES), SWIZZLE, set(LOW)),
    ...line(get(TABLE), load(offset + 16), get(NIBBLES), SWIZZLE, set(HIGH)),
    ...line(get(FIRST), get(LOW), get(HIGH), INTERLEAVE_LOW, ADD_SHORTS, set(FIRST)),
    ...line(get(SECOND), get(LOW), get(HIGH), INTERLEAVE_HIGH, ADD_SHORTS, set(SECOND)),
  ];
  const overBytes = repeat(
    ...line(get(COLUMNS), load(), set(SIGNS)),
    ...line(get(SIGNS), splatByte(15), AND, set(NIBBLES)),
    ...addNibbles(0),
    ...line(get(SIGNS), HIGH_NIBBLES, set(NIBBLES)),
    ...addNibbles(TABLE_BYTES),
    ...add(COLUMNS, ...i32(SIGN_LANES)),
    ...add(TABLE, ...i32(2 * TABLE_BYTES)),
    ...line(get(LEFT), i32(1), SUBTRACT, set(LEFT), get(LEFT)),
  );
  return repeat(
    ...line(splatShort(1), set(FIRST), splatShort(1), set(SECOND)),
    ...line(get(STRIDE), set(LEFT), get(TABLES), set(TABLE)),
    ...overBytes,
    ...line(get(SCORES), get(FIRST), store(), get(SCORES), get(SECOND), store(16)),
    ...add(SCORES, ...i32(GROUP_SCORES)),
    ...line(get(GROUPS), i32(1), SUBTRACT, set(GROUPS), get(GROUPS)),
  );
}
