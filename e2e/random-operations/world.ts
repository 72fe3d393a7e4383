import type { LiveMemory } from './live-memory.ts';
import type { MemoryModel } from './memory-model.ts';

/** What a run of steps plays with. The memory and its model are others after a backup was restored. */
export interface World {
  readonly memory: LiveMemory;
  model: MemoryModel;
  /** The last backup that was made, with what the memory held then. */
  backup?: { readonly folder: string; readonly model: MemoryModel };
}
