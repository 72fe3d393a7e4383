import type { MemoryPart } from './divide-memory.ts';

/** What parts of a process's memory hold at the moment, by the account of whoever holds it. */
export interface HeldMemory {
  /** Asks `bytes` whenever somebody wants to know; several may hold of one part. */
  count(part: MemoryPart, bytes: () => number): void;
  /** Of every part that is counted. */
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
