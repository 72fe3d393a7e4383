import type { MemoryPart } from './divide-memory.ts';

/** Current memory of a process's caches by part, as each cache reports it. */
export interface HeldMemory {
  /**
   * Registers a cache; `bytes` is called at each `read`. Several caches may belong to one part. `shrink` is told which
   * share of its room, from 0 to 1, the cache may use; it need not take effect before the next use.
   */
  count(part: MemoryPart, bytes: () => number, shrink?: (share: number) => void): void;
  /** Tells all caches that can shrink which share of their room they may use. */
  shrink(share: number): void;
  /** Returns the bytes of every part that has a cache. */
  read(): Partial<Record<MemoryPart, number>>;
}

export function createHeldMemory(): HeldMemory {
  const counted: { readonly part: MemoryPart; readonly bytes: () => number; readonly shrink?: (share: number) => void }[] = [];
  let told = 1;
  return {
    count: (part, bytes, shrink) => {
      counted.push({ part, bytes, ...(shrink && { shrink }) });
      shrink?.(told);
    },
    shrink: (share) => {
      if (share === told) return;
      told = share;
      for (const cache of counted) cache.shrink?.(share);
    },
    read: () => {
      const held: Partial<Record<MemoryPart, number>> = {};
      for (const { part, bytes } of counted) held[part] = (held[part] ?? 0) + bytes();
      return held;
    },
  };
}
