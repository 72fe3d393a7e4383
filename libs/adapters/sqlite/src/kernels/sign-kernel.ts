import {
  add,
  ADD,
  ADD_SHORTS,
  AND,
  compileWasm,
  get,
  growTo,
  HIGH_NIBBLES,
  i32,
  INTERLEAVE_HIGH,
  INTERLEAVE_LOW,
  LESS,
  line,
  load,
  MULTIPLY,
  repeat,
  set,
  splatByte,
  splatShort,
  store,
  SUBTRACT,
  SWIZZLE,
} from './wasm.ts';

/** Number of vectors that are scored at once, by their signs interleaved byte by byte. */
export const SIGN_LANES = 16;

/** Sums the weights of a vector's signs, looked up four signs at a time, for sixteen vectors at once. */
export interface SignKernel {
  /** Loads the table of `signTable`: 16 values for each four signs. */
  load(table: Uint16Array): void;
  /**
   * Returns the score plus one of each vector, from their signs one after the other, and of zeros up to a multiple of
   * `SIGN_LANES`. The result is a view that the next call overwrites.
   */
  scores(signs: Uint8Array): Uint16Array;
}

const TABLE_BYTES = 32;
const GROUP_SCORES = 2 * SIGN_LANES;
/** Bytes that the last group may read, or write, beyond its end. */
const BEYOND = SIGN_LANES * SIGN_LANES;

/** Creates the kernel; undefined when the machine has no vector instructions for WebAssembly. */
export function createSignKernel(): SignKernel | undefined {
  const instance = compileWasm<'run' | 'interleave'>([
    { name: 'run', params: 5, numbers: 2, vectors: 6, body: body() },
    { name: 'interleave', params: 4, numbers: 3, vectors: 2 * SIGN_LANES, body: interleaveBody() },
  ])?.();
  if (!instance) return undefined;
  const { memory, run, interleave } = instance;
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
    scores(signs) {
      const groups = Math.ceil(signs.length / (stride * SIGN_LANES));
      const bytes = groups * stride * SIGN_LANES;
      const signsAt = 2 * stride * TABLE_BYTES;
      const columnsAt = signsAt + bytes + BEYOND;
      const scoresAt = columnsAt + bytes + BEYOND;
      growTo(memory, scoresAt + groups * GROUP_SCORES);
      const held = new Uint8Array(memory.buffer, signsAt, bytes);
      held.set(signs);
      held.fill(0, signs.length);
      if (groups > 0) {
        interleave(signsAt, groups, stride, columnsAt);
        run(columnsAt, groups, stride, 0, scoresAt);
      }
      return new Uint16Array(memory.buffer, scoresAt, groups * SIGN_LANES);
    },
  };
}

/**
 * Interleaves the signs of each sixteen vectors: their first bytes, then their second ones, and so on. Sixteen bytes of
 * sixteen vectors are turned at once; where the signs of a vector end within sixteen bytes, what is written beyond them
 * is overwritten by the next group.
 */
function interleaveBody(): number[] {
  const [SIGNS, GROUPS, STRIDE, COLUMNS, LEFT, ROW, TO] = [0, 1, 2, 3, 4, 5, 6];
  const FIRST = 7;
  const lanes = Array.from({ length: SIGN_LANES }, (_, lane) => lane);
  /** Interleaves each vector with the one eight further on; four times that is a transposition. */
  const round = (from: number, to: number): number[] =>
    lanes.flatMap((lane) =>
      line(
        get(from + (lane >> 1)),
        get(from + (lane >> 1) + SIGN_LANES / 2),
        lane % 2 === 0 ? INTERLEAVE_LOW : INTERLEAVE_HIGH,
        set(to + lane),
      ),
    );
  const [ONE, OTHER] = [FIRST, FIRST + SIGN_LANES];
  const sixteen = line(
    ...lanes.map((lane) => [...get(ROW), ...load(), ...set(ONE + lane), ...add(ROW, ...get(STRIDE))]),
    round(ONE, OTHER),
    round(OTHER, ONE),
    round(ONE, OTHER),
    round(OTHER, ONE),
    ...lanes.map((lane) => [...get(TO), ...get(ONE + lane), ...store(lane * SIGN_LANES)]),
  );
  const overBytes = repeat(
    ...line(get(SIGNS), get(LEFT), ADD, set(ROW)),
    ...sixteen,
    ...add(TO, ...i32(SIGN_LANES * SIGN_LANES)),
    ...add(LEFT, ...i32(SIGN_LANES)),
    ...line(get(LEFT), get(STRIDE), LESS),
  );
  return repeat(
    ...line(i32(0), set(LEFT), get(COLUMNS), set(TO)),
    ...overBytes,
    ...add(SIGNS, ...get(STRIDE), ...i32(SIGN_LANES), ...MULTIPLY),
    ...add(COLUMNS, ...get(STRIDE), ...i32(SIGN_LANES), ...MULTIPLY),
    ...line(get(GROUPS), i32(1), SUBTRACT, set(GROUPS), get(GROUPS)),
  );
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
