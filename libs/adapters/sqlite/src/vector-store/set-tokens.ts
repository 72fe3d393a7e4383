import { unpackTokens } from '@total-recall/runtime/token-rows';
import { DatabaseRefusal } from '../thread/serve-database.ts';
import type { TokenStore } from './token-store.ts';
import type { PackedVectors } from './vector-messages.ts';
import type { NumberRange } from './vector-segment-store.ts';
import type { OpenSet, SetStatements } from './vector-sets.ts';

interface Parts {
  readonly statements: Pick<SetStatements, 'countToken'>;
  readonly tokens: TokenStore;
}

/** Position in the packed vectors, and the number of its document. */
export interface VectorPlace {
  readonly at: number;
  readonly number: number;
}

/** Adds token vectors to documents of a set. Returns how many there were, and the dimensions of the set. */
export function addTokens(
  { statements, tokens: store }: Parts,
  set: OpenSet,
  { documents }: PackedVectors,
  places: readonly VectorPlace[],
): { documents: number; dimensions: number | null } {
  const frequencies = new Map<number, number>();
  let dimensions = set.tokenDimensions;
  let added = 0;
  for (const { at, number } of places) {
    const tokens = documents[at]!.tokens;
    if (!tokens) continue;
    const own = tokens.dimensions;
    if (own > 0) dimensions ??= own;
    if (own > 0 && own !== dimensions)
      throw new DatabaseRefusal(
        'invalid_request',
        `The token vectors of this model have ${dimensions} dimensions in this space, not ${own}.`,
      );
    store.add(set, number, tokens.bytes);
    for (const token of tokens.ids) frequencies.set(token, (frequencies.get(token) ?? 0) + 1);
    added += 1;
  }
  for (const [token, count] of frequencies) statements.countToken.run(set.id, token, count);
  return { documents: added, dimensions };
}

/**
 * Returns the wordpieces of packed token vectors; none for a format of earlier programs, whose counts are dropped with
 * the set.
 */
function wordpiecesOf(data: Uint8Array): Uint32Array {
  try {
    return unpackTokens(data).ids;
  } catch {
    return new Uint32Array(0);
  }
}

/** Removes token vectors from documents of a set. Returns how many had any. */
export function forgetTokens({ statements, tokens }: Parts, set: OpenSet, ranges: readonly NumberRange[]): number {
  const frequencies = new Map<number, number>();
  let removed = 0;
  for (const { from, to } of ranges) {
    for (const bytes of tokens.remove(set, from, to)) {
      for (const token of wordpiecesOf(bytes)) frequencies.set(token, (frequencies.get(token) ?? 0) - 1);
      removed += 1;
    }
  }
  for (const [token, count] of frequencies) statements.countToken.run(set.id, token, count);
  return removed;
}
