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
const PAGE_BYTES = 65_536;

/** What is used of the global that Node has and its types have not. */
declare const WebAssembly: {
  validate(bytes: Uint8Array): boolean;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

interface Exports {
  readonly memory: { readonly buffer: ArrayBuffer; grow(pages: number): number };
  /** Addresses and counts in the order of the locals below. */
  run(document: number, rows: number, dimensions: number, query: number, groups: number, scales: number, best: number): void;
}

let compiled: object | false | undefined;

/** Undefined where the machine has no vector instructions for WebAssembly; dimensions must be a multiple of `KERNEL_STEP`. */
export function createMaxDotKernel(): MaxDotKernel | undefined {
  compiled ??= WebAssembly.validate(moduleBytes()) ? new WebAssembly.Module(moduleBytes()) : false;
  if (!compiled) return undefined;
  const { memory, run } = new WebAssembly.Instance(compiled).exports as Exports;
  let groups = 0;
  let dimensions = 0;
  let scalesAt = 0;
  let documentAt = 0;
  const grow = (bytes: number): void => {
    const missing = bytes - memory.buffer.byteLength;
    if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
  };
  return {
    load(query, rows, wide) {
      dimensions = wide;
      groups = Math.ceil(rows / LANES);
      grow(groups * LANES * (dimensions * 2 + 4));
      const held = new Int16Array(memory.buffer, 0, groups * LANES * dimensions);
      held.fill(0);
      held.set(query);
    },
    open(document, scales, factor) {
      scalesAt = groups * LANES * (dimensions * 2 + 4);
      documentAt = scalesAt + Math.ceil(scales.length / LANES) * LANES * 4;
      grow(documentAt + document.length);
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
const I32 = 0x7f;
const V128 = 0x7b;

const get = (local: number): number[] => [0x20, local];
const set = (local: number): number[] => [0x21, local];
const i32 = (value: number): number[] => [0x41, ...signed(value)];
const ADD = [0x6a];
const MULTIPLY = [0x6c];
const SUBTRACT = [0x6b];
const add = (local: number, ...value: number[]): number[] => [...get(local), ...value, ...ADD, ...set(local)];
const simd = (opcode: number, ...rest: number[]): number[] => [0xfd, ...unsigned(opcode), ...rest];
const LOAD = simd(0x00, 0, 0);
const loadAt = (offset: number): number[] => simd(0x00, 0, ...unsigned(offset));
const LOAD_SCALE = simd(0x09, 2, 0);
const STORE = simd(0x0b, 0, 0);
const EXTEND_LOW = simd(135);
const EXTEND_HIGH = simd(136);
const DOT = simd(186);
const ADD_LANES = simd(174);
const TO_FLOATS = simd(250);
const MULTIPLY_FLOATS = simd(230);
const LARGER = simd(235);
const ZEROS = simd(0x0c, ...Array.from({ length: 16 }, () => 0));
const line = (...parts: number[][]): number[] => parts.flat();
/** Picks four 32-bit lanes of two vectors, 0 to 3 of the first and 4 to 7 of the second. */
const pick = (...lanes: number[]): number[] => simd(0x0d, ...lanes.flatMap((lane) => [0, 1, 2, 3].map((byte) => lane * 4 + byte)));
/** Repeats while the condition that `body` leaves is true. */
const repeat = (...body: number[]): number[] => [0x03, 0x40, ...body, 0x0d, 0, 0x0b];
const LESS = [0x49];
const MAGIC = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];

/** Adds to each sum what the next 16 bytes of the document row and of its query row give; query rows are `STRIDE` bytes apart. */
function step(): number[] {
  const products = SUMS.flatMap((sum, lane) => {
    const row = [...get(QUERY_AT), ...i32(lane), ...get(STRIDE), ...MULTIPLY, ...ADD];
    return [...line(get(LOW), row, LOAD, DOT), ...line(get(HIGH), row, loadAt(16), DOT), ...line(ADD_LANES, get(sum), ADD_LANES, set(sum))];
  });
  const bytes = [...get(DOCUMENT), ...get(AT), ...ADD, ...LOAD];
  return [...bytes, ...EXTEND_LOW, ...set(LOW), ...bytes, ...EXTEND_HIGH, ...set(HIGH), ...products];
}

/** The four sums of four lanes each as one vector, scaled; the larger of it and what stands at `BEST_AT`. */
function keepLarger(): number[] {
  const [a, b, c, d] = SUMS;
  const folded = (left: number, right: number): number[] => [
    ...line(get(left), get(right), pick(0, 4, 1, 5)),
    ...line(get(left), get(right), pick(2, 6, 3, 7)),
    ...ADD_LANES,
  ];
  const sums = [
    ...line(folded(a, b), set(LOW), folded(c, d), set(HIGH)),
    ...line(get(LOW), get(HIGH), pick(0, 1, 4, 5), get(LOW), get(HIGH), pick(2, 3, 6, 7), ADD_LANES),
  ];
  const scaled = [...sums, ...TO_FLOATS, ...get(SCALES), ...LOAD_SCALE, ...MULTIPLY_FLOATS];
  return [...get(BEST_AT), ...get(BEST_AT), ...LOAD, ...scaled, ...LARGER, ...STORE];
}

/** For each row of the document, for each four rows of the query, over the dimensions. */
function body(): number[] {
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
    0x0b,
  ];
}

function moduleBytes(): Uint8Array {
  const name = (text: string): number[] => [text.length, ...Buffer.from(text)];
  const section = (id: number, ...content: number[]): number[] => [id, ...unsigned(content.length), ...content];
  const locals = [2, 5, I32, 6, V128];
  const code = [...locals, ...body()];
  return Uint8Array.from([
    ...MAGIC,
    ...section(1, 1, 0x60, 7, I32, I32, I32, I32, I32, I32, I32, 0),
    ...section(3, 1, 0),
    ...section(5, 1, 0, 1),
    ...section(7, 2, ...name('memory'), 2, 0, ...name('run'), 0, 0),
    ...section(10, 1, ...unsigned(code.length), ...code),
  ]);
}

function unsigned(value: number): number[] {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  return value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)];
}
