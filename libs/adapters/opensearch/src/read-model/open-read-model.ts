import type { IndexErasure, MemoryIndex, SessionStore, VectorIndex } from '@total-recall/ports';
import { createOpenSearchMemoryIndex, type OpenSearchIndexOptions } from '../memory-index/opensearch-memory-index.ts';
import { openIndexGenerations } from '../plan/index-generations.ts';
import { refuseRemains } from './refuse-remains.ts';
import { createOpenSearchSessionStore } from '../session-store/opensearch-session-store.ts';

export interface ReadModelOptions extends OpenSearchIndexOptions {
  /** First generation of the line that the program can read; the others are named after it. */
  readonly generation: string;
}

/** One generation of the read model, used by the names of its own indices. */
export interface ReadModel {
  readonly generation: string;
  readonly index: MemoryIndex & { readonly vectors: VectorIndex; readonly erasing: IndexErasure };
  readonly sessions: SessionStore;
  close(): Promise<void>;
}

/**
 * Opens a generation and creates missing indices. Errors: `invalid_request` when some of it was lost, or has another
 * version.
 */
export async function openReadModel(options: ReadModelOptions): Promise<ReadModel> {
  await refuseRemains(options);
  const index = await createOpenSearchMemoryIndex(options);
  try {
    const sessions = await createOpenSearchSessionStore(options);
    return {
      generation: options.generation,
      index,
      sessions,
      close: async () => void (await Promise.all([index.close(), sessions.close()])),
    };
  } catch (error) {
    await index.close();
    throw error;
  }
}

/** Opens the generation that a rebuild fills beside the current one. Creates it if it was not begun. */
export async function openReadModelToFill(options: ReadModelOptions): Promise<ReadModel> {
  const generations = openIndexGenerations(options);
  try {
    const { generation } = await generations.begin();
    return await openReadModel({ ...options, generation });
  } finally {
    await generations.close();
  }
}
