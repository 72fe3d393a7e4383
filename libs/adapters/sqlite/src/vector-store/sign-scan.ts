import { createSignKernel } from '../kernels/sign-kernel.ts';
import { signBytes } from './vector-format.ts';

/**
 * Number of vectors whose signs are passed to the kernel at once, so that they stay in the processor's cache.
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

/**
 * A segment with `count` vectors. Their signs, one vector after the other, are read when its turn comes, and not held
 * after it.
 */
export interface SignPart {
  readonly count: number;
  readonly read: () => { readonly signs: Uint8Array; readonly allows?: (place: number) => boolean };
}

/** A selected vector: the index of its part, its place there, and its signs. */
export interface SignCandidate {
  readonly part: number;
  readonly place: number;
  readonly signs: Uint8Array;
}

/** Selects, over several parts, the vectors whose signs agree best with a query. */
export class SignScan {
  private scores = new Uint16Array(0);
  private readonly kernel = createSignKernel();

  /** Returns the selected vectors, at most `most` over all parts, in order of parts and places. */
  select(parts: readonly SignPart[], table: Uint16Array, most: number): SignCandidate[] {
    this.kernel?.load(table);
    const kept = new KeptCandidates(most, table.length / 32);
    for (const [index, part] of parts.entries()) {
      if (this.scores.length < part.count) this.scores = new Uint16Array(part.count);
      const scores = this.scores.subarray(0, part.count);
      const { signs, allows } = part.read();
      this.scan(scores, signs, table);
      if (allows) forbid(scores, allows);
      kept.add(index, scores, signs);
    }
    return kept.best();
  }

  private scan(scores: Uint16Array, signs: Uint8Array, table: Uint16Array): void {
    const { kernel } = this;
    const stride = table.length / 32;
    if (!kernel) scanSigns(scores, signs, table);
    for (let from = 0; kernel && from < scores.length; from += PORTION) {
      const to = Math.min(scores.length, from + PORTION);
      scores.set(kernel.scores(signs.subarray(from * stride, to * stride)).subarray(0, to - from), from);
    }
  }
}

/**
 * The best vectors of what has been scored so far, by levels of their scores; of the lowest level that is taken, those
 * that came first. Their signs are copied, so that no segment is read a second time for them.
 */
class KeptCandidates {
  private readonly levels = new Uint32Array(LEVELS);
  /** Lowest level that may still be taken. */
  private cut = 0;
  /** Number of vectors of this level and above. */
  private reached = 0;
  private size = 0;
  private readonly owners: Uint32Array;
  private readonly places: Uint32Array;
  private readonly own: Uint16Array;
  private readonly signs: Uint8Array;
  private readonly most: number;
  private readonly stride: number;

  constructor(most: number, stride: number) {
    const room = 2 * most;
    this.most = most;
    this.stride = stride;
    this.owners = new Uint32Array(room);
    this.places = new Uint32Array(room);
    this.own = new Uint16Array(room);
    this.signs = new Uint8Array(room * stride);
  }

  add(part: number, scores: Uint16Array, signs: Uint8Array): void {
    this.count(scores);
    const { cut, owners, places, own, stride } = this;
    for (let place = 0; place < scores.length; place += 1) {
      const level = scores[place]! >> LEVEL_SHIFT;
      if (level < cut || scores[place] === 0) continue;
      if (this.size === places.length) this.drop();
      const at = this.size;
      [owners[at], places[at], own[at]] = [part, place, level];
      this.signs.set(signs.subarray(place * stride, (place + 1) * stride), at * stride);
      this.size += 1;
    }
  }

  best(): SignCandidate[] {
    this.drop();
    const { owners, places, signs, stride } = this;
    return Array.from({ length: this.size }, (_, at) => ({
      part: owners[at]!,
      place: places[at]!,
      signs: signs.subarray(at * stride, (at + 1) * stride),
    }));
  }

  /** Counts the levels of these scores, and raises the cut while enough are above it. */
  private count(scores: Uint16Array): void {
    const { levels } = this;
    for (let place = 0; place < scores.length; place += 1) {
      const level = scores[place]! >> LEVEL_SHIFT;
      if (level < this.cut || scores[place] === 0) continue;
      levels[level]! += 1;
      this.reached += 1;
    }
    for (; this.reached - levels[this.cut]! >= this.most; this.cut += 1) this.reached -= levels[this.cut]!;
  }

  /** Drops what is not among the best any more. */
  private drop(): void {
    const { owners, places, own, signs, stride, cut } = this;
    let spare = this.most - (this.reached - this.levels[cut]!);
    let to = 0;
    for (let at = 0; at < this.size; at += 1) {
      if (own[at]! < cut || (own[at] === cut && (spare -= 1) < 0)) continue;
      [owners[to], places[to], own[to]] = [owners[at]!, places[at]!, own[at]!];
      signs.copyWithin(to * stride, at * stride, (at + 1) * stride);
      to += 1;
    }
    this.size = to;
  }
}

/**
 * Scores vectors from 1 up; 0 is reserved for those that must not be selected. For machines without vector
 * instructions.
 */
export function scanSigns(scores: Uint16Array, signs: Uint8Array, table: Uint16Array): void {
  const stride = table.length / 32;
  for (let place = 0, at = 0; place < scores.length; place += 1) {
    let score = 1;
    for (let byte = 0; byte < stride; byte += 1, at += 1) {
      const four = signs[at]!;
      score += table[byte * 32 + (four & 15)]! + table[byte * 32 + 16 + (four >> 4)]!;
    }
    scores[place] = score;
  }
}

function forbid(scores: Uint16Array, allows: (place: number) => boolean): void {
  for (let place = 0; place < scores.length; place += 1) if (!allows(place)) scores[place] = 0;
}
