import type { Position } from '@total-recall/domain';
import type { IndexNames, IndexOptions } from '../plan/index-names.ts';
import type { OpenSearchConnection } from '../wire/opensearch-connection.ts';

/**
 * A record that the server refuses permanently, in whole or in part, with the reason. It has none of the record's
 * content.
 */
export interface RefusedRecord {
  readonly key: string;
  readonly position: Position;
  readonly reason: string;
}

/** Dependencies that the parts of an index share. */
export interface IndexContext {
  readonly connection: OpenSearchConnection;
  readonly options: IndexOptions;
  readonly names: IndexNames;
  readonly freshness: Freshness;
  readonly onRefused?: (refused: readonly RefusedRecord[]) => Promise<void>;
}

/** Tracks which indices hold writes of this process that no refresh has made visible. At the start all may. */
export interface Freshness {
  wrote(index: string): void;
  /** Refreshes an index if this process has written to it. Point reads need no refresh. */
  ensure(index: string): Promise<void>;
  refresh(indices: readonly string[]): Promise<void>;
  /** Makes all writes of this process visible to everyone. */
  refreshWritten(): Promise<void>;
}

export function createFreshness(connection: OpenSearchConnection): Freshness {
  const fresh = new Map<string, Promise<void>>();
  const written = new Set<string>();
  const refresh = (indices: readonly string[]): Promise<void> => {
    const path = `/${indices.join(',')}/_refresh`;
    const refreshed = connection.request({ method: 'POST', path, doing: 'make what was written visible' }).then(
      () => undefined,
      (error: unknown) => {
        for (const index of indices) {
          if (fresh.get(index) === refreshed) fresh.delete(index);
          written.add(index);
        }
        throw error;
      },
    );
    for (const index of indices) {
      fresh.set(index, refreshed);
      written.delete(index);
    }
    return refreshed;
  };
  return {
    wrote: (index) => {
      fresh.delete(index);
      written.add(index);
    },
    ensure: (index) => fresh.get(index) ?? refresh([index]),
    refresh,
    refreshWritten: async () => {
      if (written.size > 0) await refresh([...written]);
    },
  };
}
