import type { DatabaseSync } from 'node:sqlite';
import { createLruMap } from '@total-recall/runtime/recent-entries';
import { DOCUMENTS_PER_SPACE } from '../index-store/index-schema.ts';
import { tallied, type ThreadTally } from '../thread/thread-tally.ts';
import { createTokenPageReader } from './token-pages.ts';
import { openOfRun, type TokenRun } from './token-runs.ts';
import type { VectorCipher } from './vector-cipher.ts';

/** A set as a reader sees it. */
export interface TokenSet {
  readonly id: number;
  /** Bytes of its contents. */
  readonly tokenBytes: number;
  /** Number of removals of token vectors from it. */
  readonly tokenRemovals: number;
  /** Number of its sealed runs that were ever begun. */
  readonly tokenRuns: number;
  /** Opens what is sealed of it. */
  readonly cipher: VectorCipher | undefined;
}

/** Approximate memory of a cache entry besides its bytes. */
const ENTRY_BYTES = 300;
/** Sets whose runs are remembered. */
const KEPT_SETS = 256;

export interface TokenReader {
  tokensOf(set: TokenSet, number: number): Uint8Array | undefined;
  /** Drops everything that is cached. */
  forget(): void;
}

/**
 * Creates a reader of token vectors; undefined for a document that has none. Those of sets that fit are cached, opened:
 * the token vectors of a document never change, and the cache is cleared after a removal.
 */
export function createTokenReader(db: DatabaseSync, cacheBytes: number, held: ThreadTally): TokenReader {
  const place = db.prepare('SELECT at, size FROM token_place WHERE id = ?');
  const former = db.prepare('SELECT data FROM vector_tokens WHERE id = ?');
  for (const statement of [place, former]) statement.setReturnArrays(true);
  const readPages = createTokenPageReader(db);
  const runOf = createRunFinder(db);
  const cache = createLruMap<Uint8Array, number>(cacheBytes, tallied(held));
  const removals = new Map<number, number>();
  const read = (set: TokenSet, id: number): Uint8Array | undefined => {
    const found = place.get(id) as [number, number] | undefined;
    if (!found) return (former.get(id) as [Uint8Array] | undefined)?.[0];
    const [at, size] = found;
    return openOfRun(runOf(set, at), at, readPages(set.id, at, size), set.cipher);
  };
  const tokensOf: TokenReader['tokensOf'] = (set, number) => {
    const id = set.id * DOCUMENTS_PER_SPACE + number;
    if (set.tokenBytes > cacheBytes) return read(set, id);
    if (removals.get(set.id) !== set.tokenRemovals) {
      cache.clear();
      removals.set(set.id, set.tokenRemovals);
    }
    const known = cache.get(id);
    if (known) return known;
    const bytes = read(set, id);
    if (bytes) cache.set(id, bytes, bytes.length + ENTRY_BYTES);
    return bytes;
  };
  return { tokensOf, forget: () => cache.clear() };
}

/** Creates the search for the run of a place. The runs of a set are read again once there are more. */
function createRunFinder(db: DatabaseSync): (set: Pick<TokenSet, 'id' | 'tokenRuns'>, at: number) => TokenRun | undefined {
  const runs = db.prepare('SELECT from_at AS "from", nonce FROM token_run WHERE vector_set = ? ORDER BY from_at');
  const known = createLruMap<{ readonly count: number; readonly runs: readonly TokenRun[] }, number>(KEPT_SETS);
  return ({ id, tokenRuns }, at) => {
    if (tokenRuns === 0) return undefined;
    let own = known.get(id);
    if (own?.count !== tokenRuns) known.set(id, (own = { count: tokenRuns, runs: runs.all(id) as unknown as TokenRun[] }));
    return own.runs.findLast(({ from }) => from <= at);
  };
}
