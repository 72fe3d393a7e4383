import { createCallReader, createSerialQueue, type CallReader } from '@total-recall/runtime';
import type { IngestConfig } from '../ingest-config.ts';
import type { IngestDeps } from '../ingest-deps.ts';
import { createSessionCache, type SessionCache } from './session-cache.ts';

/** State that a projector keeps between two batches, and shares with the compactor of the same partition. */
export interface Projection {
  /** The sessions as last folded. */
  readonly cache: SessionCache;
  calls(): CallReader;
  /** Number of times that the index refused a record, by offset. */
  readonly refusals: Map<number, number>;
  /** Runs batches, decisions and erasures one after the other. */
  readonly inTurn: ReturnType<typeof createSerialQueue>;
  /** Drops all cached sessions and calls. */
  forget(): void;
}

export function createProjection(
  deps: Pick<IngestDeps, 'sessions' | 'index' | 'sealer'>,
  { sessionEntries }: Pick<IngestConfig, 'sessionEntries'>,
): Projection {
  const cache = createSessionCache(deps, sessionEntries);
  let calls = createCallReader(deps);
  return {
    cache,
    calls: () => calls,
    refusals: new Map(),
    inTurn: createSerialQueue(),
    forget() {
      cache.clear();
      calls = createCallReader(deps);
    },
  };
}
