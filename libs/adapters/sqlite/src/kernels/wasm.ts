/**
 * A minimal assembler for WebAssembly, with what the kernels beside this file need. Instructions are arrays of bytes
 * that are concatenated. Source: WebAssembly Core Specification 2.0, chapter 5 (binary format).
 */
export type Code = number[];

/** The part that is used of a global that Node has but its types lack. */
declare const WebAssembly: {
  validate(bytes: Uint8Array): boolean;
  readonly Module: new (bytes: Uint8Array) => object;
  readonly Instance: new (module: object) => { readonly exports: unknown };
};

export interface WasmFunction {
  readonly name: string;
  /** Number of parameters, 32-bit integers, which are the first locals. The function returns nothing. */
  readonly params: number;
  /** Number of further locals: 32-bit integers, then vectors. */
  readonly numbers: number;
  readonly vectors: number;
  readonly body: Code;
}

export interface WasmMemory {
  readonly buffer: ArrayBuffer;
  grow(pages: number): number;
}

export type WasmExports<Name extends string> = Readonly<Record<Name, (...args: number[]) => void>> & { readonly memory: WasmMemory };

const PAGE_BYTES = 65_536;
const MAGIC = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
const I32 = 0x7f;
const V128 = 0x7b;

/**
 * Compiles a module with these functions and one memory. Returns a function that creates instances; undefined when the
 * machine has no vector instructions for it.
 */
export function compileWasm<Name extends string>(functions: readonly WasmFunction[]): (() => WasmExports<Name>) | undefined {
  const bytes = moduleOf(functions);
  if (!WebAssembly.validate(bytes)) return undefined;
  const module = new WebAssembly.Module(bytes);
  return () => new WebAssembly.Instance(module).exports as WasmExports<Name>;
}

/** Grows a memory to at least this size. Earlier views of it become invalid when it grows. */
export function growTo(memory: WasmMemory, bytes: number): void {
  const missing = bytes - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE_BYTES));
}

export const get = (local: number): Code => [0x20, local];
export const set = (local: number): Code => [0x21, local];
export const i32 = (value: number): Code => [0x41, ...signed(value)];
export const f64 = (value: number): Code => [0x44, ...new Uint8Array(Float64Array.of(value).buffer)];
export const line = (...parts: readonly Code[]): Code => parts.flat();
/** Repeats `body` while the condition that it leaves is true. */
export const repeat = (...body: Code): Code => [0x03, 0x40, ...body, 0x0d, 0, 0x0b];
export const ADD = [0x6a];
export const SUBTRACT = [0x6b];
export const MULTIPLY = [0x6c];
export const LESS = [0x49];
/** Selects the first of two values when the third is not 0, else the second. */
export const SELECT = [0x1b];
export const loadByte = (offset: number): Code => [0x2d, 0, ...unsigned(offset)];
export const loadNumber = (offset: number): Code => [0x28, 2, ...unsigned(offset)];
export const LOAD_F64 = [0x2b, 3, 0];
export const TO_F64 = [0xb7];
export const SQRT_F64 = [0x9f];
export const DIVIDE_F64 = [0xa3];
export const MULTIPLY_F64 = [0xa2];
export const F64_TO_F32 = [0xb6];
export const F32_TO_F64 = [0xbb];
/** Adds the value of the code to a local. */
export const add = (local: number, ...value: Code): Code => [...get(local), ...value, ...ADD, ...set(local)];

export const simd = (opcode: number, ...rest: Code): Code => [0xfd, ...unsigned(opcode), ...rest];
export const load = (offset = 0): Code => simd(0x00, 0, ...unsigned(offset));
/** Loads 32 bits into all four lanes. */
export const loadSplat = (offset = 0): Code => simd(0x09, 2, ...unsigned(offset));
export const store = (offset = 0): Code => simd(0x0b, 0, ...unsigned(offset));
export const ZEROS = simd(0x0c, ...Array.from({ length: 16 }, () => 0));
export const SPLAT_F32 = simd(19);
/** Extends the low or the high eight of sixteen bytes to 16-bit numbers. */
export const EXTEND_LOW = simd(135);
export const EXTEND_HIGH = simd(136);
/** Multiplies 16-bit numbers and adds adjacent products to 32 bits. */
export const DOT = simd(186);
export const ADD_LANES = simd(174);
export const TO_FLOATS = simd(250);
export const MULTIPLY_FLOATS = simd(230);
export const LARGER = simd(235);
/** Picks four 32-bit lanes of two vectors: 0 to 3 of the first, 4 to 7 of the second. */
export const pick = (...lanes: Code): Code => simd(0x0d, ...lanes.flatMap((lane) => [0, 1, 2, 3].map((byte) => lane * 4 + byte)));

/** Builds a vector of four times the same float. */
export const floats = (value: number): Code => simd(0x0c, ...new Uint8Array(new Float32Array(4).fill(value).buffer));
/** Narrows four 32-bit numbers of each of two vectors to eight 16-bit ones. */
export const NARROW = simd(133);
/** Extends the low or the high four of eight 16-bit numbers to 32 bits. */
export const WIDEN_LOW = simd(167);
export const WIDEN_HIGH = simd(168);
export const splatNumber = (value: number): Code => [...i32(value), ...simd(17)];
/** Shifts four 32-bit numbers right. */
export const shiftRight = (bits: number): Code => [...i32(bits), ...simd(172)];

export const AND = simd(78);
export const ADD_SHORTS = simd(142);
export const splatByte = (value: number): Code => [...i32(value), ...simd(15)];
export const splatShort = (value: number): Code => [...i32(value), ...simd(16)];
/** Shifts the high four bits of each byte down. */
export const HIGH_NIBBLES = [...i32(4), ...simd(109)];
/** Picks bytes of one vector by the indices in another. */
export const SWIZZLE = simd(14);
/** Interleaves the bytes of two vectors, of their low or their high halves. */
export const INTERLEAVE_LOW = simd(0x0d, ...Array.from({ length: 16 }, (_, at) => (at >> 1) + (at & 1) * 16));
export const INTERLEAVE_HIGH = simd(0x0d, ...Array.from({ length: 16 }, (_, at) => 8 + (at >> 1) + (at & 1) * 16));

function moduleOf(functions: readonly WasmFunction[]): Uint8Array {
  const name = (text: string): Code => [text.length, ...Buffer.from(text)];
  const section = (id: number, ...content: Code): Code => [id, ...unsigned(content.length), ...content];
  const count = functions.length;
  const types = functions.flatMap(({ params }) => [0x60, params, ...Array.from({ length: params }, () => I32), 0]);
  const exported = functions.flatMap((own, at) => [...name(own.name), 0, at]);
  const code = functions.flatMap(({ numbers, vectors, body }) => {
    const own = [2, numbers, I32, vectors, V128, ...body, 0x0b];
    return [...unsigned(own.length), ...own];
  });
  return Uint8Array.from([
    ...MAGIC,
    ...section(1, count, ...types),
    ...section(3, count, ...functions.map((_, at) => at)),
    ...section(5, 1, 0, 1),
    ...section(7, count + 1, ...name('memory'), 2, 0, ...exported),
    ...section(10, count, ...code),
  ]);
}

function unsigned(value: number): Code {
  return value < 128 ? [value] : [(value & 127) | 128, ...unsigned(value >>> 7)];
}

function signed(value: number): Code {
  return value >= -64 && value < 64 ? [value & 127] : [(value & 127) | 128, ...signed(value >> 7)];
}
