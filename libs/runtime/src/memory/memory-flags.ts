// Loaded by the launcher before the program itself, so it imports next to nothing.
import { defaultMemoryMiB, machineMemory } from './machine-memory.ts';

/** Start-up flags that keep a process within its memory; they cannot be set once it runs. */
export interface MemoryFlags {
  readonly node: readonly string[];
  readonly env: Readonly<Record<string, string>>;
}

/** Settings of glibc's allocator: return freed memory to the system, and share two arenas instead of one per thread. */
const ALLOCATOR = { MALLOC_ARENA_MAX: '2', MALLOC_TRIM_THRESHOLD_: '131072', MALLOC_MMAP_THRESHOLD_: '1048576' };
/**
 * Size of the young generation in MiB, and the percentage by which a heap may grow before it is collected, by memory
 * size. Above the last row Node's own choices apply.
 */
const HEAPS: readonly { readonly belowMiB: number; readonly nurseryMiB: number; readonly growth: number }[] = [
  { belowMiB: 900, nurseryMiB: 4, growth: 40 },
  { belowMiB: 1_536, nurseryMiB: 8, growth: 70 },
  { belowMiB: 3_072, nurseryMiB: 16, growth: 100 },
];

/**
 * Derives the flags from `TOTAL_RECALL_MEMORY_MB`, or from the available memory if that is not a number. The young
 * generation of each thread's heap grows to three times the named size and does not shrink.
 */
export function memoryFlags(env: Readonly<Record<string, string | undefined>>): MemoryFlags {
  const memoryMiB = Number(env['TOTAL_RECALL_MEMORY_MB']) || defaultMemoryMiB(machineMemory());
  const heap = HEAPS.find(({ belowMiB }) => memoryMiB < belowMiB);
  if (heap === undefined) return { node: [], env: {} };
  const unset = Object.entries(ALLOCATOR).filter(([name]) => env[name] === undefined);
  return {
    node: [`--max-semi-space-size=${heap.nurseryMiB}`, `--heap-growing-percent=${heap.growth}`],
    env: Object.fromEntries(unset),
  };
}
