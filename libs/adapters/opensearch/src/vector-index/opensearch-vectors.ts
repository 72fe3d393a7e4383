import type { VectorIndex } from '@total-recall/ports';
import { createFreshness, type IndexContext } from '../memory-index/index-context.ts';
import type { Replaced } from '../memory-index/write-events.ts';
import { vectorSearch } from './search-vectors.ts';
import { tokenReads } from './token-reads.ts';
import { removeSpace, vectorLifetime } from './vector-lifetime.ts';
import { removeReplaced, writeVectors } from './write-vectors.ts';

/** What goes with texts, for whoever changes those. */
export interface VectorRemovals {
  removeReplaced(replaced: readonly Replaced[]): Promise<void>;
  /** Of every model. */
  removeSpace(scope: string): Promise<void>;
}

/**
 * Vectors beside the texts of an index: an index a model and dimensions. What is written shows to the process that writes at once, to others
 * after `setProgress`.
 */
export function opensearchVectors(index: IndexContext): VectorIndex & VectorRemovals {
  // What is visible of texts is the projector's business, what is of vectors the embedder's.
  const context = { ...index, freshness: createFreshness(index.connection) };
  return {
    writeVectors: (_partition, model, vectors) => writeVectors(context, model, vectors),
    ...vectorSearch(context),
    ...tokenReads(context),
    ...vectorLifetime(context),
    removeReplaced: (replaced) => removeReplaced(context, replaced),
    removeSpace: (scope) => removeSpace(context, scope),
  };
}
