import type { IndexErasure, MemoryIndex, SessionStore, VectorIndex } from '@total-recall/ports';
import { createOpenSearchMemoryIndex, type OpenSearchIndexOptions } from '../memory-index/opensearch-memory-index.ts';
import { openIndexGenerations } from '../plan/index-generations.ts';
import { refuseRemains } from './refuse-remains.ts';
import { createOpenSearchSessionStore } from '../session-store/opensearch-session-store.ts';

export interface ReadModelOptions extends OpenSearchIndexOptions {
  /** The first generation of the line that the program can read; the others are named after it. */
  readonly generation: string;
}

/** One generation, read and written by the names of its own indices. */
export interface ReadModel {
  readonly generation: string;
  readonly index: MemoryIndex & { readonly vectors: VectorIndex; readonly erasing: IndexErasure };
  readonly sessions: SessionStore;
  close(): Promise<void>;
}

/** Makes what is missing. Errors: `invalid_request` where some of it was lost, or is of another version. */
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

/** The generation that a rebuild fills beside the one that is read: made where it is not begun yet. */
export async function openReadModelToFill(options: ReadModelOptions): Promise<ReadModel> {
  const generations = openIndexGenerations(options);
  try {
    const { toFill } = await generations.stand(options.generation);
    return await openReadModel({ ...options, generation: toFill });
  } finally {
    await generations.close();
  }
}
