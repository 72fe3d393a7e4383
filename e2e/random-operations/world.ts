import type { LiveMemory } from './live-memory.ts';
import type { MemoryModel } from './memory-model.ts';

/** State of a run of steps. Restoring a backup replaces the memory and its model. */
export interface World {
  readonly memory: LiveMemory;
  model: MemoryModel;
  /** The last backup that was made, with what the memory held then. */
  backup?: { readonly folder: string; readonly model: MemoryModel };
}
