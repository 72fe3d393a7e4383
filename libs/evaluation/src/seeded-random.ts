/** A stream of pseudo-random choices: the same seed gives the same stream on every machine. */
export interface SeededRandom {
  /** Returns a number with 0 <= value < 1. */
  next(): number;
  /** Returns a whole number with 0 <= value < bound. */
  below(bound: number): number;
  pick<T>(items: readonly T[]): T;
  shuffled<T>(items: readonly T[]): T[];
  /** Returns lower-case hex digits, with at least one letter and one digit where `length` > 1. */
  hex(length: number): string;
}

/** Creates the stream: xmur3 spreads the seed, mulberry32 generates. */
export function createSeededRandom(seed: number | string): SeededRandom {
  let state = spread(String(seed));
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  const hex = (length: number): string => {
    for (;;) {
      const digits = Array.from({ length }, () => '0123456789abcdef'[below(16)]).join('');
      if (length < 2 || (/\d/.test(digits) && /[a-f]/.test(digits))) return digits;
    }
  };
  return {
    next,
    below,
    hex,
    pick: (items) => items[below(items.length)]!,
    shuffled(items) {
      const copy = [...items];
      for (let at = copy.length - 1; at > 0; at -= 1) {
        const other = below(at + 1);
        [copy[at], copy[other]] = [copy[other]!, copy[at]!];
      }
      return copy;
    },
  };
}

function spread(text: string): number {
  let hash = 1_779_033_703 ^ text.length;
  for (let at = 0; at < text.length; at += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(at), 3_432_918_353);
    hash = (hash << 13) | (hash >>> 19);
  }
  return hash | 0;
}
