import type { KeptTokens } from '@total-recall/domain';
import type { TokenCodec } from '@total-recall/runtime';
import type { ReadText } from './read-text.ts';
import { sumOfUnits, type Projection } from './reduce-tokens.ts';

export interface KeepOptions {
  /** Dimensions of a hidden state (`from`) and of a stored row (`to`). */
  readonly from: number;
  readonly to: number;
  readonly projection: Projection | undefined;
  readonly codec: TokenCodec;
}

/**
 * Encodes the token vectors of a passage whose hidden states begin at `offset`: the mean of each two adjacent tokens of
 * a line.
 */
export function keepTokens(
  hidden: Float32Array,
  offset: number,
  { ids, lines }: ReadText,
  { from, to, projection, codec }: KeepOptions,
): KeptTokens | undefined {
  if (ids.length === 0) return undefined;
  const pairs = pairsOf(lines);
  const rows = new Float32Array(pairs.length * to);
  pairs.forEach(({ first, count }, at) => {
    const mean = sumOfUnits(hidden, offset + first * from, count, from);
    rows.set(projection ? projection(mean, 0) : mean, at * to);
  });
  return {
    codec: codec.name,
    ids: Uint32Array.from(new Set(ids)).sort(),
    lines: Uint8Array.from(pairs, ({ first }) => lines[first]!),
    codes: codec.encode(rows, to),
  };
}

/** Pairs adjacent tokens of a line. The last token of a line with an odd number stays alone. */
function pairsOf(lines: readonly number[]): { readonly first: number; readonly count: number }[] {
  const pairs: { first: number; count: number }[] = [];
  for (let first = 0; first < lines.length;) {
    const count = lines[first + 1] === lines[first] ? 2 : 1;
    pairs.push({ first, count });
    first += count;
  }
  return pairs;
}
