import type { IndexWrite, VectorIndex } from '@total-recall/ports';
import { createFreshness, type IndexContext } from '../memory-index/index-context.ts';
import type { Replaced } from '../memory-index/write-events.ts';
import { vectorSearch } from './search-vectors.ts';
import { owe, owedVectors } from './owed-vectors.ts';
import { tokenReads } from './token-reads.ts';
import { removeSpace, vectorLifetime } from './vector-lifetime.ts';
import { removeReplaced, writeVectors } from './write-vectors.ts';

/** Removes vectors together with texts, for the code that changes texts. */
export interface VectorRemovals {
  removeReplaced(replaced: readonly Replaced[]): Promise<void>;
  /** Lists events that were put anew, whose vectors are to be made again. */
  owe(partition: number, writes: readonly IndexWrite[]): Promise<void>;
  /** Removes the vectors of a space, for every model. */
  removeSpace(scope: string): Promise<void>;
}

/**
 * Creates the vectors beside the texts of an index, with one index per model and dimensions. Writes are visible at once
 * to the process that makes them, and to others after `setProgress`.
 */
export function opensearchVectors(index: IndexContext): VectorIndex & VectorRemovals {
  // The projector decides when texts become visible, the embedder when vectors do.
  const context = { ...index, freshness: createFreshness(index.connection) };
  return {
    writeVectors: (_partition, model, vectors, { replaces = false } = {}) => writeVectors(context, model, vectors, replaces),
    ...owedVectors(context),
    ...vectorSearch(context),
    ...tokenReads(context),
    ...vectorLifetime(context),
    removeReplaced: (replaced) => removeReplaced(context, replaced),
    owe: (partition, writes) => owe(context, partition, writes),
    removeSpace: (scope) => removeSpace(context, scope),
  };
}
