/** Levels that scores are sorted into to find the cut. */
const LEVELS = 4_096;
const LEVEL_SHIFT = 4;
/** Sum of all weights at most, so that a score with its 1 stays below `LEVELS << LEVEL_SHIFT`. */
const WEIGHT_SUM = 64_000;

/**
 * How much of a query each byte of signs agrees with: entry `byte * 256 + value` is the weight of the query's dimensions, by their size,
 * whose sign is that of the stored bit. Better than counting bits that differ, for a query's large dimensions decide; as fast.
 */
export function signTable(query: Float32Array): Uint16Array {
  const bytes = Math.ceil(query.length / 8);
  const table = new Uint16Array(bytes * 256);
  const total = query.reduce((sum, value) => sum + Math.abs(value), 0);
  if (!(total > 0)) return table;
  // Rounding down keeps the sum of a vector's weights within bounds.
  const weights = query.map((value) => Math.floor((Math.abs(value) / total) * WEIGHT_SUM));
  for (let byte = 0; byte < bytes; byte += 1) {
    const from = byte * 8;
    const to = Math.min(from + 8, query.length);
    for (let value = 0; value < 256; value += 1) {
      let sum = 0;
      for (let at = from; at < to; at += 1) if (((value >> (at - from)) & 1) === (query[at]! > 0 ? 1 : 0)) sum += weights[at]!;
      table[byte * 256 + value] = sum;
    }
  }
  return table;
}

/** Signs of one segment, `count` vectors of `stride` bytes. */
export interface SignPart {
  readonly signs: Uint8Array;
  readonly count: number;
  readonly allows?: (place: number) => boolean;
}

/** Chooses, over several parts, the vectors whose signs agree best with a query. */
export class SignScan {
  private scores = new Uint16Array(0);
  private readonly levels = new Uint32Array(LEVELS);

  /** Places of the chosen vectors in each part, rising; at most `most` of all. */
  select(parts: readonly SignPart[], table: Uint16Array, most: number): Uint32Array[] {
    const stride = table.length / 256;
    const total = parts.reduce((sum, { count }) => sum + count, 0);
    if (this.scores.length < total) this.scores = new Uint16Array(total);
    this.levels.fill(0);
    let from = 0;
    for (const part of parts) {
      const scores = this.scores.subarray(from, from + part.count);
      scanSigns(scores, part.signs, table, stride);
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

  private count(scores: Uint16Array): void {
    const { levels } = this;
    for (let place = 0; place < scores.length; place += 1) if (scores[place]! > 0) levels[scores[place]! >> LEVEL_SHIFT]! += 1;
  }

  /** The lowest level that is taken, and how many of it. */
  private cut(most: number): { level: number; spare: number } {
    let taken = 0;
    for (let level = LEVELS - 1; level >= 0; level -= 1) {
      if (taken + this.levels[level]! >= most) return { level, spare: most - taken };
      taken += this.levels[level]!;
    }
    return { level: 0, spare: most };
  }
}

/** Scores from 1 up; 0 is kept for what may not be chosen. */
function scanSigns(scores: Uint16Array, signs: Uint8Array, table: Uint16Array, stride: number): void {
  const even = stride & ~1;
  for (let place = 0, base = 0; place < scores.length; place += 1, base += stride) {
    let left = 1;
    let right = 0;
    for (let at = 0; at < even; at += 2) {
      left = (left + table[(at << 8) | signs[base + at]!]!) | 0;
      right = (right + table[((at + 1) << 8) | signs[base + at + 1]!]!) | 0;
    }
    if (even < stride) left += table[(even << 8) | signs[base + even]!]!;
    scores[place] = left + right;
  }
}

function forbid(scores: Uint16Array, allows: (place: number) => boolean): void {
  for (let place = 0; place < scores.length; place += 1) if (!allows(place)) scores[place] = 0;
}
