import type { MemoryPart } from './divide-memory.ts';

/** Current memory of a process's caches by part, as each cache reports it. */
export interface HeldMemory {
  /** Registers a cache; `bytes` is called at each `read`. Several caches may belong to one part. */
  count(part: MemoryPart, bytes: () => number): void;
  /** Returns the bytes of every part that has a cache. */
  read(): Partial<Record<MemoryPart, number>>;
}

export function createHeldMemory(): HeldMemory {
  const counted: { readonly part: MemoryPart; readonly bytes: () => number }[] = [];
  return {
    count: (part, bytes) => void counted.push({ part, bytes }),
    read: () => {
      const held: Partial<Record<MemoryPart, number>> = {};
      for (const { part, bytes } of counted) held[part] = (held[part] ?? 0) + bytes();
      return held;
    },
  };
}
