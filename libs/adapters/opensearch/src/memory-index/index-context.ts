import type { IndexKind, IndexNames } from '../plan/index-names.ts';
import type { OpenSearchConnection } from '../wire/opensearch-connection.ts';

/** What the parts of an index share. */
export interface IndexContext {
  readonly connection: OpenSearchConnection;
  readonly names: IndexNames;
  readonly freshness: Freshness;
}

/** Which indices hold what this process wrote and no refresh has made visible. */
export interface Freshness {
  wrote(index: string): void;
  /** Makes visible what was written here: point reads that are searches need no refresh. */
  ensure(index: string): Promise<void>;
  refresh(indices: readonly string[]): Promise<void>;
}

/** `unknown` may hold what this process wrote before it was last ended. */
export function createFreshness(connection: OpenSearchConnection, unknown: readonly string[]): Freshness {
  const stale = new Set(unknown);
  const refresh = async (indices: readonly string[]): Promise<void> => {
    for (const index of indices) stale.delete(index);
    try {
      await connection.request({ method: 'POST', path: `/${indices.join(',')}/_refresh`, doing: 'make what was written visible' });
    } catch (error) {
      for (const index of indices) stale.add(index);
      throw error;
    }
  };
  return {
    wrote: (index) => void stale.add(index),
    ensure: async (index) => {
      if (stale.has(index)) await refresh([index]);
    },
    refresh,
  };
}

export function contextOf(connection: OpenSearchConnection, names: Readonly<Record<IndexKind, string>>): IndexContext {
  return { connection, names, freshness: createFreshness(connection, [names.events, names.flags]) };
}
