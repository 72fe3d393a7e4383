import { createSignKernel, SIGN_LANES, type SignKernel } from '../kernels/sign-kernel.ts';
import { signBytes } from './vector-format.ts';

/**
 * Number of vectors whose signs are passed to the kernel at once, so that they stay in the processor's cache. A
 * multiple of `SIGN_LANES`.
 */
const PORTION = 2_048;
/** Number of levels into which scores are sorted to find the cut. */
const LEVELS = 4_096;
const LEVEL_SHIFT = 4;
/** Largest sum of all weights, so that a score plus 1 stays below `LEVELS << LEVEL_SHIFT`. */
const WEIGHT_SUM = 64_000;

/**
 * Builds the table of agreement for each four signs: entry `nibble * 16 + value` is the weight of the query's
 * dimensions, by magnitude, whose sign equals the stored bit. It is as fast as counting different bits and more
 * accurate, as a query's large dimensions matter most.
 */
export function signTable(query: Float32Array): Uint16Array {
  const nibbles = 2 * signBytes(query.length);
  const table = new Uint16Array(nibbles * 16);
  const total = query.reduce((sum, value) => sum + Math.abs(value), 0);
  if (!(total > 0)) return table;
  // Rounding down keeps the sum of a vector's weights within bounds.
  const weights = query.map((value) => Math.floor((Math.abs(value) / total) * WEIGHT_SUM));
  for (let nibble = 0; nibble < nibbles; nibble += 1) {
    const from = nibble * 4;
    const to = Math.min(from + 4, query.length);
    for (let value = 0; value < 16; value += 1) {
      let sum = 0;
      for (let at = from; at < to; at += 1) if (((value >> (at - from)) & 1) === (query[at]! > 0 ? 1 : 0)) sum += weights[at]!;
      table[nibble * 16 + value] = sum;
    }
  }
  return table;
}

/** Signs of one segment with `count` vectors, in the layout of `signColumns`. */
export interface SignPart {
  readonly columns: Uint8Array;
  readonly count: number;
  readonly allows?: (place: number) => boolean;
}

/**
 * Interleaves consecutive signs of vectors, so that for sixteen vectors the same bytes are adjacent. Zeros fill the
 * last group.
 */
export function signColumns(signs: Uint8Array, stride: number): Uint8Array {
  const count = signs.length / stride;
  const columns = new Uint8Array(Math.ceil(count / SIGN_LANES) * SIGN_LANES * stride);
  for (let place = 0, from = 0; place < count; place += 1, from += stride) {
    const group = place - (place % SIGN_LANES);
    for (let byte = 0, at = group * stride + (place % SIGN_LANES); byte < stride; byte += 1, at += SIGN_LANES)
      columns[at] = signs[from + byte]!;
  }
  return columns;
}

/** Reads the signs of one vector from `signColumns`. */
export function signsAt(columns: Uint8Array, place: number, signs: Uint8Array): void {
  const lane = place % SIGN_LANES;
  for (let byte = 0, at = (place - lane) * signs.length + lane; byte < signs.length; byte += 1, at += SIGN_LANES)
    signs[byte] = columns[at]!;
}

/** Selects, over several parts, the vectors whose signs agree best with a query. */
export class SignScan {
  private scores = new Uint16Array(0);
  private readonly levels = new Uint32Array(LEVELS);
  private readonly kernel = createSignKernel();

  /** Returns the places of the selected vectors in each part, ascending; at most `most` over all parts. */
  select(parts: readonly SignPart[], table: Uint16Array, most: number): Uint32Array[] {
    this.kernel?.load(table);
    const total = parts.reduce((sum, { count }) => sum + count, 0);
    if (this.scores.length < total) this.scores = new Uint16Array(total);
    this.levels.fill(0);
    let from = 0;
    for (const part of parts) {
      const scores = this.scores.subarray(from, from + part.count);
      if (this.kernel) this.scan(this.kernel, scores, part.columns);
      else scanSigns(scores, part.columns, table);
      if (part.allows) forbid(scores, part.allows);
      this.count(scores);
      from += part.count;
    }
    const { level, spare } = this.cut(most);
    let left = spare;
    from = 0;
    return parts.map(({ count }) => {
      const chosen: number[] = [];
      for (let place = 0; place < count; place += 1) {
        const own = this.scores[from + place]! >> LEVEL_SHIFT;
        if (own < level || this.scores[from + place] === 0) continue;
        if (own > level) chosen.push(place);
        else if (left > 0) {
          left -= 1;
          chosen.push(place);
        }
      }
      from += count;
      return Uint32Array.from(chosen);
    });
  }

  private scan(kernel: SignKernel, scores: Uint16Array, columns: Uint8Array): void {
    const bytes = scores.length === 0 ? 0 : columns.length / Math.ceil(scores.length / SIGN_LANES);
    for (let from = 0; from < scores.length; from += PORTION) {
      const [first, last] = [from / SIGN_LANES, Math.ceil(Math.min(scores.length, from + PORTION) / SIGN_LANES)];
      const found = kernel.scores(columns.subarray(first * bytes, last * bytes));
      scores.set(found.subarray(0, Math.min(PORTION, scores.length - from)), from);
    }
  }

  private count(scores: Uint16Array): void {
    const { levels } = this;
    for (let place = 0; place < scores.length; place += 1) if (scores[place]! > 0) levels[scores[place]! >> LEVEL_SHIFT]! += 1;
  }

  /** Returns the lowest level that is taken, and how many of that level. */
  private cut(most: number): { level: number; spare: number } {
    let taken = 0;
    for (let level = LEVELS - 1; level >= 0; level -= 1) {
      if (taken + this.levels[level]! >= most) return { level, spare: most - taken };
      taken += this.levels[level]!;
    }
    return { level: 0, spare: most };
  }
}

/**
 * Scores vectors from 1 up; 0 is reserved for those that must not be selected. For machines without vector
 * instructions.
 */
export function scanSigns(scores: Uint16Array, columns: Uint8Array, table: Uint16Array): void {
  const stride = table.length / 32;
  for (let place = 0; place < scores.length; place += 1) {
    let score = 1;
    let at = (place - (place % SIGN_LANES)) * stride + (place % SIGN_LANES);
    for (let byte = 0; byte < stride; byte += 1, at += SIGN_LANES) {
      const signs = columns[at]!;
      score += table[byte * 32 + (signs & 15)]! + table[byte * 32 + 16 + (signs >> 4)]!;
    }
    scores[place] = score;
  }
}

function forbid(scores: Uint16Array, allows: (place: number) => boolean): void {
  for (let place = 0; place < scores.length; place += 1) if (!allows(place)) scores[place] = 0;
}
